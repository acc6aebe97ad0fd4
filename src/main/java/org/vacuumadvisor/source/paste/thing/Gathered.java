package org.vacuumadvisor.source.paste.thing;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.model.Excerpt;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.source.Topic;

/// What was found in a paste so far, thing by thing.
public final class Gathered {
  /// By what two rows of a topic are known to be of one thing.
  private static final Map<Topic, String> NAMES =
      Map.of(Topic.SESSIONS, "pid", Topic.REPLICATION_SLOTS, "slot_name");

  private final Tables tables = new Tables();
  private final Map<String, Entry> indexes = new LinkedHashMap<>();
  private final Map<String, Entry> databases = new LinkedHashMap<>();
  private final Map<String, Entry> settings = new LinkedHashMap<>();
  private final Map<Topic, List<Entry>> others = new LinkedHashMap<>();
  private final Entry server = Entry.at(0);
  private final Set<Excerpt.Kind> shown = new LinkedHashSet<>();
  private final Set<String> columnsSeen = new LinkedHashSet<>();
  private final Xids xids = new Xids();
  private @Nullable Instant latest;
  private @Nullable Instant clock;

  public Tables tables() {
    return tables;
  }

  public Map<String, Entry> indexes() {
    return indexes;
  }

  public Map<String, Entry> databases() {
    return databases;
  }

  public Map<String, Entry> settings() {
    return settings;
  }

  public List<Entry> others(Topic topic) {
    return others.getOrDefault(topic, List.of());
  }

  public Entry server() {
    return server;
  }

  public Set<Excerpt.Kind> shown() {
    return shown;
  }

  /// Names of columns that tables had, as the mapping calls them, with their topic in front.
  Set<String> columnsSeen() {
    return columnsSeen;
  }

  public Xids xids() {
    return xids;
  }

  /// The server's clock where the paste shows it, else the latest time in it.
  public Optional<Instant> time() {
    return clock != null ? Optional.of(clock) : Optional.ofNullable(latest);
  }

  public Excerpt.Clock clock() {
    return clock != null
        ? Excerpt.Clock.SHOWN
        : latest != null ? Excerpt.Clock.AT_LEAST : Excerpt.Clock.UNKNOWN;
  }

  /// What was told by how long ago it was, as the moment that this was.
  public void resolve(Instant now) {
    tables.all().forEach(each -> each.entry().resolve(now));
    indexes.values().forEach(each -> each.resolve(now));
    databases.values().forEach(each -> each.resolve(now));
    others.values().forEach(topic -> topic.forEach(each -> each.resolve(now)));
    server.resolve(now);
  }

  public void see(Instant moment) {
    latest = latest == null || moment.isAfter(latest) ? moment : latest;
  }

  /// Of several clocks the latest is when the paste was taken.
  public void seeClock(Instant moment) {
    clock = clock == null || moment.isAfter(clock) ? moment : clock;
    see(moment);
  }

  public void see(Topic topic) {
    kind(topic).ifPresent(shown::add);
  }

  public void see(Topic topic, String column) {
    columnsSeen.add(topic + "." + column);
  }

  /// Adds a row. Two rows of one session, or of one slot, that do not contradict each other are
  /// one: a query for its state and one for its blockers, say.
  public void add(Topic topic, Entry entry) {
    var rows = others.computeIfAbsent(topic, _ -> new ArrayList<>());
    var same =
        Optional.ofNullable(NAMES.get(topic))
            .filter(name -> entry.value(name).isPresent())
            .flatMap(name -> rows.stream().filter(each -> isSame(each, entry, name)).findFirst());
    if (same.isPresent()) {
      entry.figures().forEach(same.get().figures()::putIfAbsent);
    } else {
      rows.add(entry);
    }
  }

  /// Forgets the rows of those lines.
  public void remove(Topic topic, Collection<Integer> lines) {
    others.getOrDefault(topic, new ArrayList<>()).removeIf(each -> lines.contains(each.line()));
  }

  private static boolean isSame(Entry one, Entry other, String name) {
    return one.value(name).equals(other.value(name))
        && one.figures().entrySet().stream()
            .noneMatch(each -> {
              var told = other.figures().get(each.getKey());
              return told != null && !told.value().equals(each.getValue().value());
            });
  }

  public void setting(String name, Entry entry) {
    shown.add(Excerpt.Kind.SETTINGS);
    settings.computeIfAbsent(name.toLowerCase(Locale.ROOT), _ -> entry).add(entry);
  }

  /// Takes the value of a setting; false if there is no such setting, or it cannot have the value.
  public boolean setting(String called, String value, int line) {
    var name = called.strip().toLowerCase(Locale.ROOT);
    var taken = Setting.named(name).flatMap(each -> NameValues.settingValue(each, value));
    taken.ifPresent(each -> {
      var entry = Entry.at(line);
      entry.put("name", name, line);
      entry.put("setting", each, line);
      setting(name, entry);
    });
    return taken.isPresent();
  }

  public static Optional<Excerpt.Kind> kind(Topic topic) {
    return switch (topic) {
      case SERVER -> Optional.of(Excerpt.Kind.SERVER);
      case SETTINGS -> Optional.of(Excerpt.Kind.SETTINGS);
      case DATABASES -> Optional.of(Excerpt.Kind.DATABASES);
      case SESSIONS -> Optional.of(Excerpt.Kind.SESSIONS);
      case PREPARED_TRANSACTIONS -> Optional.of(Excerpt.Kind.PREPARED_TRANSACTIONS);
      case REPLICATION_SLOTS -> Optional.of(Excerpt.Kind.REPLICATION_SLOTS);
      case STANDBYS -> Optional.of(Excerpt.Kind.STANDBYS);
      case VACUUM_PROGRESS -> Optional.of(Excerpt.Kind.VACUUM_PROGRESS);
      case TABLES -> Optional.of(Excerpt.Kind.TABLES);
      case INDEXES -> Optional.of(Excerpt.Kind.INDEXES);
      case IO, CHECKPOINTS, WAL -> Optional.of(Excerpt.Kind.COUNTERS);
      case LOCKS,
          MULTIXACTS,
          COLUMNS,
          FOREIGN_KEYS,
          SIZES,
          SCORES,
          UPDATES,
          EXTENSIONS,
          TUPLES,
          LEAVES ->
          Optional.empty();
    };
  }
}
