package org.vacuumadvisor.fleet.watch;

import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.fleet.archive.Cells;
import org.vacuumadvisor.fleet.archive.Dataset;
import org.vacuumadvisor.fleet.archive.TableColumns;
import org.vacuumadvisor.model.Database;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.RelationKey;
import org.vacuumadvisor.model.Survey;
import org.vacuumadvisor.model.TableKeys;
import org.vacuumadvisor.unit.Pages;

/// The tables of one server as rows of the archive. A table that is as it was when its last row was
/// written gets no new one, but each day begins with a row of every table: so rows of a day stand
/// for themselves when older ones are removed. A table that is gone gets a last row, of kind
/// `dropped`.
final class TableRows {
  /// Of so many tables rows are kept; of more, the largest.
  static final int MOST_TABLES = 20_000;

  private static final String DROPPED = "dropped";

  private final int most;
  private final Map<RelationKey, Written> written = new HashMap<>();
  private LocalDate day = LocalDate.MIN;

  TableRows(int most) {
    this.most = most;
  }

  /// A table of which a row was written.
  private record Written(
      String database, String schema, String name, boolean isTemporary, int state) {}

  /// @param leftOut tables for which there is no room
  record Rows(List<List<@Nullable Object>> rows, int leftOut) {}

  Rows of(Look look, Survey survey) {
    var today = LocalDate.ofInstant(look.time(), ZoneOffset.UTC);
    boolean isNewDay = !today.equals(day);
    day = today;
    var rows = new ArrayList<List<@Nullable Object>>();
    gone(look, survey, rows);
    var kept = largest(survey.relations());
    if (kept.size() < survey.relations().size()) {
      var keys = new HashSet<RelationKey>();
      kept.forEach(each -> keys.add(each.key()));
      written.keySet().retainAll(keys);
    }
    for (var relation : kept) {
      var figures = TableColumns.put(relation, new Cells(Dataset.TABLES));
      var now = written(relation, figures.row().hashCode());
      if (!now.equals(written.put(relation.key(), now)) || isNewDay) {
        rows.add(row(figures.put("kind", relation.kind()), look, now, relation.key()));
      }
    }
    return new Rows(rows, survey.relations().size() - kept.size());
  }

  private List<Relation> largest(List<Relation> all) {
    return all.size() <= most
        ? all
        : all.stream()
            .sorted(
                Comparator.comparingLong(
                    (Relation each) -> -each.get(TableKeys.RELPAGES).or(Pages.NONE).count()))
            .limit(most)
            .toList();
  }

  /// Of a database that was not visited this time nothing is known to be gone.
  private void gone(Look look, Survey survey, List<List<@Nullable Object>> rows) {
    var present = new HashSet<RelationKey>();
    var visited = new HashSet<String>();
    for (var relation : survey.relations()) {
      present.add(relation.key());
      visited.add(relation.name().database());
    }
    Set<String> databases = new HashSet<>();
    survey.databases().stream().map(Database::name).forEach(databases::add);
    var each = written.entrySet().iterator();
    while (each.hasNext()) {
      var known = each.next();
      var table = known.getValue();
      boolean isSeen = visited.contains(table.database()) || !databases.contains(table.database());
      if (isSeen && !present.contains(known.getKey())) {
        each.remove();
        if (!table.isTemporary()) {
          var none = new Cells(Dataset.TABLES).put("kind", DROPPED);
          rows.add(row(none, look, table, known.getKey()));
        }
      }
    }
  }

  private static Written written(Relation relation, int state) {
    return new Written(
        relation.name().database(),
        relation.name().schema(),
        relation.name().name(),
        relation.isTemporary(),
        state);
  }

  private static List<@Nullable Object> row(
      Cells cells, Look look, Written table, RelationKey key) {
    return cells
        .put("cluster", look.target().name())
        .put("database", table.database())
        .put("schema", table.schema())
        .put("table_name", table.name())
        .put("time", look.time())
        .put("relation_oid", key.oid())
        .row();
  }
}
