package org.vacuumadvisor.source.paste;

import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedCollection;
import java.util.SequencedSet;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.model.Command;
import org.vacuumadvisor.model.Excerpt;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.source.Topic;

/// What was found in a paste so far, thing by thing.
final class PastedFacts {
  /// By what two rows of a topic are known to be of one thing: the first of these that is shown.
  private static final Map<Topic, List<String>> NAMES =
      Forms.words("known-by").stream()
          .collect(
              Collectors.toMap(
                  each -> Topic.valueOf(each.getFirst()), each -> each.subList(1, each.size())));

  /// Of these each place adds to what is known; the later word counts.
  private static final Set<Topic> LASTING_TOPICS = Set.of(Topic.DATABASES, Topic.SETTINGS);

  /// What does not change while a session lasts.
  private static final List<String> LASTING =
      List.of("datname", "usename", "application_name", "client_addr", "backend_type");

  private static final Set<Topic> COUNTERS = Set.of(Topic.IO, Topic.CHECKPOINTS, Topic.WAL);
  final Tables tables = new Tables();
  final Tables indexes = new Tables();
  final Entry server = Entry.at(0);
  final Set<Excerpt.Kind> shown = new LinkedHashSet<>();

  /// Names of columns that tables had, as the mapping calls them, with their topic in front.
  final Set<String> columnsSeen = new LinkedHashSet<>();

  final Xids xids = new Xids();
  private final Map<Topic, SequencedSet<Entry>> others = new LinkedHashMap<>();

  /// The same rows by what they are known by.
  private final Map<List<Object>, SequencedSet<Entry>> byName = new HashMap<>();

  /// Earlier rows of a running vacuum, by its last.
  private final Map<Entry, List<Entry>> earlier = new HashMap<>();

  private @Nullable Instant latest;
  private @Nullable Instant clock;

  /// The first line of the table that is being read.
  private int tableFrom;

  /// How many figures were read outside of tables.
  int figures;

  SequencedCollection<Entry> others(Topic topic) {
    return Collections.unmodifiableSequencedSet(rows(topic));
  }

  /// The column that tells things apart that come and go; empty for others.
  static String name(Topic topic) {
    return NAMES.getOrDefault(topic, List.of("")).getFirst();
  }

  private SequencedSet<Entry> rows(Topic topic) {
    return others.computeIfAbsent(topic, _ -> new LinkedHashSet<>());
  }

  /// What the paste shows of things other than tables, before anything is derived from it.
  List<Excerpt.Row> rows() {
    var rows = new ArrayList<Excerpt.Row>();
    rows(Topic.SERVER, List.of(server), rows);
    rows(Topic.INDEXES, indexes.entries(), rows);
    others.forEach((topic, entries) -> rows(topic, entries, rows));
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
    var named = Stream.of(tables.entries(), indexes.entries(), List.of(server));
    Stream.concat(named, others.values().stream())
        .flatMap(Collection::stream)
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

  void table(Relname name, Entry entry) {
    see(Topic.TABLES);
    entry.figures().keySet().forEach(each -> see(Topic.TABLES, each));
    tables.add(name, entry);
  }

  /// Takes a row of a table; where it is behind an earlier look, its counters were lost.
  void row(Relname name, Entry entry) {
    tables
        .named(name)
        .filter(each -> each.entry().isAheadOf(entry, tableFrom))
        .ifPresent(_ -> server.put("counters_fell_of", name.name(), entry.line()));
    tables.add(name, entry);
  }

  void connect(String database) {
    tables.connect(database);
    indexes.connect(database);
  }

  /// A table begins: what was shown above it is older.
  void begin(int line) {
    tableFrom = line;
  }

  /// Adds a row. Two rows of one session, or of one slot, that do not contradict each other are
  /// one: a query for its state and one for its blockers, say. If they do, the later table counts.
  void add(Topic topic, Entry entry) {
    if (topic == Topic.SESSIONS) {
      KnownRows.besides(':', topic, entry);
    }
    var same = same(topic, entry);
    if (LASTING_TOPICS.contains(topic) && !same.isEmpty()) {
      same.getFirst().add(entry);
      return;
    }
    var agreeing = same.stream().filter(each -> !contradicts(topic, each, entry)).findFirst();
    if (agreeing.isEmpty()) {
      // a table may show a vacuum several times, a session with each lock; a standby has slots, and
      // none that was lost comes back
      boolean isSample = topic == Topic.VACUUM_PROGRESS;
      boolean isLater = topic != Topic.REPLICATION_SLOTS || entry.is("wal_status", "lost");
      same.stream()
          .filter(each -> isSample || (isLater && each.line() < tableFrom))
          .forEach(old -> {
            if (isSample) {
              earlier.computeIfAbsent(entry, _ -> new ArrayList<>()).addAll(samples(old));
            }
            (isOver(old, entry) ? LASTING : List.copyOf(old.figures().keySet()))
                .forEach(each ->
                    old.value(each)
                        .filter(_ -> !entry.has(each))
                        .ifPresent(is -> entry.put(each, is)));
            remove(topic, old);
          });
    }
    agreeing.ifPresent(each -> each.addAbsent(entry));
    var known = agreeing.orElse(entry);
    rows(topic).add(known);
    names(topic, known)
        .forEach(name -> byName.computeIfAbsent(name, _ -> new LinkedHashSet<>()).add(known));
  }

  /// The rows that show a vacuum at one moment after another, the latest last.
  List<Entry> samples(Entry vacuum) {
    return Stream.concat(earlier.getOrDefault(vacuum, List.of()).stream(), Stream.of(vacuum))
        .toList();
  }

  private void remove(Topic topic, Entry row) {
    rows(topic).remove(row);
    names(topic, row).forEach(name -> byName.getOrDefault(name, new LinkedHashSet<>()).remove(row));
  }

  /// Adds a session; one that blocks several is one.
  void join(Entry session) {
    var same = same(Topic.SESSIONS, session);
    if (same.isEmpty()) {
      add(Topic.SESSIONS, session);
    } else {
      same.getLast().addAbsent(session);
    }
  }

  private List<Entry> same(Topic topic, Entry entry) {
    return names(topic, entry)
        .limit(1)
        .flatMap(name -> Stream.ofNullable(byName.get(name)).flatMap(SequencedSet::stream))
        .filter(each -> LASTING.stream().allMatch(column -> isSame(each, entry, column)))
        .toList();
  }

  /// What a row may be found by.
  private static Stream<List<Object>> names(Topic topic, Entry entry) {
    return NAMES.getOrDefault(topic, List.of()).stream()
        .flatMap(name -> entry.value(name).stream().map(is -> List.of(topic, name, is)));
  }

  /// Whether the transaction that an earlier look shows is not that of the later one.
  private static boolean isOver(Entry old, Entry now) {
    return now.is("state", "idle") || !isSame(old, now, "xact_start");
  }

  private static boolean isSame(Entry one, Entry other, String column) {
    return one.value(column).isEmpty()
        || other.value(column).isEmpty()
        || one.value(column).equals(other.value(column));
  }

  /// A vacuum of the table has ended in this line: no row above shows one that is still at work.
  void ended(Relname table, int line) {
    remove(
        Topic.VACUUM_PROGRESS,
        each -> each.line() < line && PastedRows.relation(each).filter(table::mayBe).isPresent());
    remove(
        Topic.SESSIONS,
        each ->
            each.line() < line
                && Command.of(each.text("query")).isVacuum()
                && LockQueue.Wish.of(each.text("query"))
                    .filter(wish -> table.mayBe(Relname.of(wish.table())))
                    .isPresent());
  }

  void remove(Topic topic, Predicate<Entry> which) {
    List.copyOf(rows(topic)).stream().filter(which).forEach(each -> remove(topic, each));
  }

  private static boolean contradicts(Topic topic, Entry one, Entry other) {
    var names = NAMES.getOrDefault(topic, List.of());
    return one.figures().entrySet().stream()
        .filter(each -> !names.contains(each.getKey()) || other.value(each.getKey()).isPresent())
        .anyMatch(each -> {
          var told = other.figures().get(each.getKey());
          return told != null && !told.value().equals(each.getValue().value());
        });
  }

  String setting(String name) {
    return same(Topic.SETTINGS, Entry.at(0, "name", name)).stream()
        .map(each -> each.text("setting"))
        .collect(Collectors.joining());
  }

  /// Takes the value of a setting; false if there is no such setting, or it cannot have the value.
  boolean setting(String called, String value, int line) {
    var name = called.strip().toLowerCase(Locale.ROOT);
    var taken = Setting.named(name).flatMap(each -> NameValues.settingValue(each, value));
    taken.ifPresent(each -> {
      see(Topic.SETTINGS);
      add(Topic.SETTINGS, Entry.at(line, "name", name, "setting", each));
    });
    return taken.isPresent();
  }

  static Optional<Excerpt.Kind> kind(Topic topic) {
    var name = COUNTERS.contains(topic) ? "COUNTERS" : topic.name();
    return Stream.of(Excerpt.Kind.values()).filter(each -> each.name().equals(name)).findFirst();
  }

  /// The transaction IDs in a paste. The newest of them bounds from below how old the others are.
  static final class Xids {
    private static final int FIRST_NORMAL = 3;

    /// The columns that hold the ages of IDs.
    private static final Map<String, String> AGES =
        Forms.words("age-of").stream().collect(Collectors.toMap(List::getFirst, List::getLast));

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

    /// How many IDs at least were given out since this one; empty for the newest.
    Optional<Long> age(long xid) {
      int bits = (int) xid;
      return !any || Integer.compareUnsigned(bits, FIRST_NORMAL) < 0 || newest - bits <= 0
          ? Optional.empty()
          : Optional.of(Integer.toUnsignedLong(newest - bits));
    }

    /// Puts the ages of a row's IDs where it has none, at least.
    void ages(Entry row) {
      AGES.forEach((xid, age) -> {
        if (row.value(age).isEmpty()) {
          row.value(xid)
              .map(Long::parseLong)
              .map(this::age)
              .ifPresent(known -> known.ifPresent(each -> row.put(age, Long.toString(each))));
        }
      });
    }
  }
}
