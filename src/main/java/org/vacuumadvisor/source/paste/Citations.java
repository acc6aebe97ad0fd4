package org.vacuumadvisor.source.paste;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.vacuumadvisor.source.Topic;

/// In which lines the columns of things other than tables stand.
final class Citations {
  private static final int MOST = 50;

  private Citations() {}

  static Map<String, List<Integer>> of(Gathered gathered) {
    var lines = new LinkedHashMap<String, Set<Integer>>();
    gathered.databases().values().forEach(each -> add(each, lines));
    gathered.indexes().values().forEach(each -> add(each, lines));
    for (var topic :
        List.of(
            Topic.SESSIONS,
            Topic.PREPARED_TRANSACTIONS,
            Topic.REPLICATION_SLOTS,
            Topic.STANDBYS,
            Topic.VACUUM_PROGRESS)) {
      gathered.others(topic).forEach(each -> add(each, lines));
    }
    var cited = new LinkedHashMap<String, List<Integer>>();
    lines.forEach((column, each) -> cited.put(column, List.copyOf(each)));
    return cited;
  }

  private static void add(Entry entry, Map<String, Set<Integer>> to) {
    entry
        .figures()
        .forEach((column, figure) -> {
          var lines = to.computeIfAbsent(column, _ -> new TreeSet<>());
          if (lines.size() < MOST) {
            lines.add(figure.line());
          }
        });
  }
}
