package org.vacuumadvisor.source.paste;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.model.Excerpt;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.source.Topic;

/// What was found in a paste so far, thing by thing.
final class PastedFacts {
  /// By what two rows of a topic are known to be of one thing.
  private static final Map<Topic, String> NAMES =
      Map.of(Topic.SESSIONS, "pid", Topic.REPLICATION_SLOTS, "slot_name");

  final Tables tables = new Tables();
  final Map<String, Entry> indexes = new LinkedHashMap<>();
  final Map<String, Entry> databases = new LinkedHashMap<>();
  final Map<String, Entry> settings = new LinkedHashMap<>();
  final Entry server = Entry.at(0);
  final Set<Excerpt.Kind> shown = new LinkedHashSet<>();

  /// Names of columns that tables had, as the mapping calls them, with their topic in front.
  final Set<String> columnsSeen = new LinkedHashSet<>();

  final Xids xids = new Xids();
  private final Map<Topic, List<Entry>> others = new LinkedHashMap<>();
  private @Nullable Instant latest;
  private @Nullable Instant clock;

  /// How many figures were read outside of tables.
  int figures;

  List<Entry> others(Topic topic) {
    return others.getOrDefault(topic, List.of());
  }

  /// What the paste shows of things other than tables, before anything is derived from it.
  List<Excerpt.Row> rows() {
    var rows = new ArrayList<Excerpt.Row>();
    rows(Topic.SERVER, List.of(server), rows);
    rows(Topic.DATABASES, databases.values(), rows);
    rows(Topic.INDEXES, indexes.values(), rows);
    for (var topic : Topic.values()) {
      rows(topic, others(topic), rows);
    }
    return rows;
  }

  private static void rows(Topic topic, Collection<Entry> entries, List<Excerpt.Row> rows) {
    for (var kind : kind(topic).stream().toList()) {
      entries.stream()
          .filter(each -> !each.figures().isEmpty())
          .forEach(each -> rows.add(new Excerpt.Row(kind, each.figures())));
    }
  }

  /// When the paste was taken: the server's clock where it shows it, else the latest time in it.
  Instant takenAt() {
    return clock != null ? clock : latest != null ? latest : Instant.EPOCH;
  }

  Excerpt.Clock clock() {
    return clock != null
        ? Excerpt.Clock.SHOWN
        : latest != null ? Excerpt.Clock.AT_LEAST : Excerpt.Clock.UNKNOWN;
  }

  /// What was told by how long ago it was, as the moment that this was.
  void resolve() {
    Stream.of(
            tables.all().stream().map(Tables.Named::entry),
            indexes.values().stream(),
            databases.values().stream(),
            others.values().stream().flatMap(List::stream),
            Stream.of(server))
        .flatMap(each -> each)
        .forEach(each -> each.resolve(takenAt()));
  }

  void see(Instant moment) {
    latest = latest == null || moment.isAfter(latest) ? moment : latest;
  }

  /// Of several clocks the latest is when the paste was taken.
  void seeClock(Instant moment) {
    clock = clock == null || moment.isAfter(clock) ? moment : clock;
    see(moment);
  }

  void see(Topic topic) {
    kind(topic).ifPresent(shown::add);
  }

  void see(Topic topic, String column) {
    columnsSeen.add(topic + "." + column);
  }

  /// Figures of a table that no table shows.
  void table(Relname name, Entry entry) {
    see(Topic.TABLES);
    entry.figures().keySet().forEach(each -> see(Topic.TABLES, each));
    tables.add(name, entry);
  }

  /// Adds a row. Two rows of one session, or of one slot, that do not contradict each other are
  /// one: a query for its state and one for its blockers, say.
  void add(Topic topic, Entry entry) {
    add(topic, entry, false);
  }

  /// Adds a session; one that blocks several is one.
  void join(Entry session) {
    add(Topic.SESSIONS, session, true);
  }

  private void add(Topic topic, Entry entry, boolean isWhateverTheySay) {
    var rows = others.computeIfAbsent(topic, _ -> new ArrayList<>());
    var name = NAMES.getOrDefault(topic, "");
    var same =
        entry.value(name).isEmpty()
            ? Optional.<Entry>empty()
            : rows.stream()
                .filter(each -> each.value(name).equals(entry.value(name)))
                .filter(each -> isWhateverTheySay || !contradicts(each, entry))
                .reduce((first, last) -> isWhateverTheySay ? last : first);
    same.ifPresentOrElse(each -> each.addAbsent(entry), () -> rows.add(entry));
  }

  /// Forgets the rows of those lines.
  void remove(Topic topic, Collection<Integer> lines) {
    others.getOrDefault(topic, new ArrayList<>()).removeIf(each -> lines.contains(each.line()));
  }

  private static boolean contradicts(Entry one, Entry other) {
    return one.figures().entrySet().stream()
        .anyMatch(each -> {
          var told = other.figures().get(each.getKey());
          return told != null && !told.value().equals(each.getValue().value());
        });
  }

  void setting(String name, Entry entry) {
    shown.add(Excerpt.Kind.SETTINGS);
    settings.computeIfAbsent(name.toLowerCase(Locale.ROOT), _ -> entry).add(entry);
  }

  /// Takes the value of a setting; false if there is no such setting, or it cannot have the value.
  boolean setting(String called, String value, int line) {
    var name = called.strip().toLowerCase(Locale.ROOT);
    var taken = Setting.named(name).flatMap(each -> NameValues.settingValue(each, value));
    taken.ifPresent(each -> setting(name, Entry.at(line, "name", name, "setting", each)));
    return taken.isPresent();
  }

  static Optional<Excerpt.Kind> kind(Topic topic) {
    return switch (topic) {
      case IO, CHECKPOINTS, WAL -> Optional.of(Excerpt.Kind.COUNTERS);
      case SERVER,
          SETTINGS,
          DATABASES,
          SESSIONS,
          PREPARED_TRANSACTIONS,
          REPLICATION_SLOTS,
          STANDBYS,
          VACUUM_PROGRESS,
          TABLES,
          INDEXES ->
          Optional.of(Excerpt.Kind.valueOf(topic.name()));
      case LOCKS, MULTIXACTS, COLUMNS, FOREIGN_KEYS, SIZES, SCORES, UPDATES -> Optional.empty();
      case EXTENSIONS, TUPLES, LEAVES -> Optional.empty();
    };
  }

  /// The transaction IDs in a paste. The newest of them bounds from below how old the others are.
  static final class Xids {
    private static final int FIRST_NORMAL = 3;
    private boolean any;
    private int newest;

    /// IDs of 32 bits go round; of IDs with their epoch only the last 32 bits count here.
    void see(long xid) {
      int bits = (int) xid;
      if (Integer.compareUnsigned(bits, FIRST_NORMAL) >= 0 && (!any || bits - newest > 0)) {
        newest = bits;
        any = true;
      }
    }

    /// How many IDs at least were given out since this one; empty for the newest, which may be as
    /// old as any.
    OptionalLong age(long xid) {
      int bits = (int) xid;
      return !any || Integer.compareUnsigned(bits, FIRST_NORMAL) < 0 || newest - bits <= 0
          ? OptionalLong.empty()
          : OptionalLong.of(Integer.toUnsignedLong(newest - bits));
    }

    /// Puts the age of an ID into an entry that has none, at least.
    void age(Entry entry, String xid, String age) {
      if (entry.value(age).isEmpty()) {
        entry
            .value(xid)
            .map(Long::parseLong)
            .map(this::age)
            .ifPresent(known -> known.ifPresent(each -> entry.put(age, Long.toString(each))));
      }
    }
  }
}
