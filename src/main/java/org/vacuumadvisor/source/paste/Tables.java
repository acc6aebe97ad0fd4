package org.vacuumadvisor.source.paste;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/// The tables, or the indexes, that a paste speaks of. Some places name the database and the
/// schema, some do not; what is called alike is one unless two databases or two schemas are named.
final class Tables {
  /// What figures without a name are put under.
  static final String UNNAMED = "";

  /// Enough for any paste: beyond, tables are not kept.
  private static final int MOST_TABLES = 200_000;

  /// What a rewrite leaves as it was: it does not report to the counters.
  private static final Set<String> LEFT_OVER = Forms.set("left-over-by-rewrite");

  /// What no index has.
  private static final Set<String> OF_TABLES = Forms.set("of-tables-alone");

  /// The names of tables that were rewritten and not looked at since.
  private final Set<String> rewritten = new HashSet<>();

  private final Map<String, Map<String, List<Named>>> byName = new LinkedHashMap<>();
  private String connected = "";
  private int count;

  /// A relation as it is called, as far as any place tells.
  record Named(Relname called, Entry entry) {
    String name() {
      return called.name();
    }
  }

  /// What follows is of this database, where it does not name another.
  void connect(String database) {
    connected = database;
  }

  /// The database that one is connected to; empty if that is not told.
  String connected() {
    return connected;
  }

  void add(Relname name, Entry entry) {
    var called = name.in(connected, "");
    if (rewritten.contains(name.name())) {
      entry.figures().keySet().removeAll(LEFT_OVER);
    }
    var same =
        Mentions.only(mayBe(called).limit(2).toList())
            .or(() -> mayBe(called).filter(each -> each.called().equals(called)).findFirst());
    if (same.isPresent()) {
      var known = same.get();
      known.entry().add(entry);
      var more = known.called().in(called.database(), called.schema());
      if (!more.equals(known.called())) {
        placed(known.called()).remove(known);
        placed(more).add(new Named(more, known.entry()));
      }
    } else if (count < MOST_TABLES) {
      count++;
      placed(called).add(new Named(called, entry));
    }
  }

  private List<Named> placed(Relname called) {
    return byName
        .computeIfAbsent(called.name(), _ -> new LinkedHashMap<>())
        .computeIfAbsent(called.schema(), _ -> new ArrayList<>());
  }

  private Stream<Named> mayBe(Relname called) {
    var schemas = byName.getOrDefault(called.name(), Map.of());
    return (called.schema().isEmpty()
            ? schemas.values().stream()
            : Stream.of(called.schema(), "").map(each -> schemas.getOrDefault(each, List.of())))
        .flatMap(List::stream)
        .filter(each -> each.called().mayBe(called));
  }

  /// A transcript shows a command on the table: what it shows before is not the state after it.
  /// Where two may be meant, neither is known to be.
  ///
  /// @param tag what the server prints when the command is over
  /// @param isRewrite whether it does not count the rows of what it writes
  /// @param line where it begins
  void changed(Relname name, String tag, boolean isRewrite, int line) {
    var columns = Forms.set("changed-by-" + tag.split(" ", 2)[0].toLowerCase(Locale.ROOT));
    if (isRewrite) {
      rewritten.add(name.name());
    } else if (!columns.isEmpty()) {
      rewritten.remove(name.name());
    }
    Mentions.only(mayBe(name).limit(2).toList())
        .ifPresent(each ->
            each.entry()
                .figures()
                .entrySet()
                .removeIf(figure ->
                    columns.contains(figure.getKey()) && figure.getValue().line() < line));
  }

  /// Gives the figures without a name to the one table that the paste is about, unless they are of
  /// another, which was measured to have another size.
  void nameUnnamed(String name) {
    var known = named(new Relname("", "", name)).flatMap(each -> each.entry().value("table_len"));
    boolean isOther =
        mayBe(new Relname("", "", UNNAMED))
            .flatMap(each -> each.entry().value("table_len").stream())
            .anyMatch(each -> known.filter(it -> !it.equals(each)).isPresent());
    var called = isOther ? Paste.PLACEHOLDER : name;
    for (var all : byName.getOrDefault(UNNAMED, Map.of()).values()) {
      all.forEach(each -> add(new Relname(each.called().database(), "", called), each.entry()));
    }
    byName.remove(UNNAMED);
  }

  /// Whether the figures without a name are those that `pgstattuple()` measures.
  boolean isUnnamedMeasured() {
    return mayBe(new Relname("", "", UNNAMED)).anyMatch(each -> each.entry().has("table_len"));
  }

  /// The only table there is, if there is just one with a name.
  Optional<String> only() {
    return Mentions.only(
        byName.keySet().stream().filter(each -> !each.equals(UNNAMED)).limit(2).toList());
  }

  /// Whether it may be an index that is shown as a table.
  static boolean mayBeIndex(Entry entry) {
    return Collections.disjoint(entry.figures().keySet(), OF_TABLES);
  }

  /// Leaves out what is an index: some queries list it among the tables, too. One that is called
  /// like a table is in another schema.
  void leaveOut(Tables indexes) {
    for (var index : indexes.all()) {
      mayBe(index.called())
          .filter(each -> each.called().equals(index.called()) && mayBeIndex(each.entry()))
          .toList()
          .forEach(each -> placed(each.called()).remove(each));
    }
  }

  List<Named> all() {
    return byName.values().stream()
        .flatMap(each -> each.values().stream())
        .flatMap(List::stream)
        .toList();
  }

  List<Entry> entries() {
    return all().stream().map(Named::entry).toList();
  }

  Optional<Named> ofOid(String oid) {
    return all().stream().filter(each -> each.entry().is("oid", oid)).findFirst();
  }

  void mention(Relname name, int line) {
    if (named(name).isEmpty()) {
      add(name, Entry.at(line));
    }
  }

  Optional<Named> named(Relname name) {
    return mayBe(name).findFirst();
  }
}
