package org.vacuumadvisor.source.paste;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.vacuumadvisor.model.Excerpt;
import org.vacuumadvisor.source.Topic;

/// What a paste shows of things other than tables, and in which lines.
///
/// @param rows before anything is derived from them
/// @param lines by column
record Citations(List<Excerpt.Row> rows, Map<String, List<Integer>> lines) {
  private static final int MOST = 50;

  private static final List<Topic> TOPICS =
      List.of(
          Topic.SESSIONS,
          Topic.PREPARED_TRANSACTIONS,
          Topic.REPLICATION_SLOTS,
          Topic.STANDBYS,
          Topic.VACUUM_PROGRESS,
          Topic.IO,
          Topic.CHECKPOINTS,
          Topic.WAL);

  static Citations of(Gathered gathered) {
    var rows = new ArrayList<Excerpt.Row>();
    add(rows, Topic.SERVER, List.of(gathered.server));
    add(rows, Topic.DATABASES, gathered.databases.values());
    add(rows, Topic.INDEXES, gathered.indexes.values());
    TOPICS.forEach(topic -> add(rows, topic, gathered.others(topic)));
    return new Citations(rows, lines(rows));
  }

  private static void add(List<Excerpt.Row> rows, Topic topic, Collection<Entry> entries) {
    var kind = Gathered.kind(topic).orElseThrow();
    entries.stream()
        .filter(each -> !each.figures().isEmpty())
        .map(each -> new Excerpt.Row(kind, each.figures()))
        .forEach(rows::add);
  }

  private static Map<String, List<Integer>> lines(List<Excerpt.Row> rows) {
    var lines = new LinkedHashMap<String, Set<Integer>>();
    for (var row : rows) {
      row.figures()
          .forEach((column, figure) -> {
            var of = lines.computeIfAbsent(column, _ -> new TreeSet<>());
            if (of.size() < MOST) {
              of.add(figure.line());
            }
          });
    }
    var cited = new LinkedHashMap<String, List<Integer>>();
    lines.forEach((column, each) -> cited.put(column, List.copyOf(each)));
    return cited;
  }
}
