package org.vacuumadvisor.source.paste;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.model.Excerpt;
import org.vacuumadvisor.source.Topic;

/// Names with values, line by line: neighbours that speak of a table make one row.
final class Pairs {
  private final Gathered gathered;
  private final Intake intake;
  private @Nullable Entry table;
  private String named = Tables.UNNAMED;
  private int read;

  Pairs(Gathered gathered) {
    this.gathered = gathered;
    this.intake = new Intake(gathered);
  }

  /// How many figures were read.
  int read() {
    return read;
  }

  /// Takes what a line says; false if it says nothing we know.
  boolean take(Line line) {
    var pairs = NameValues.in(line.text());
    boolean any = false;
    for (var pair : pairs) {
      any |= take(pair, line.number());
    }
    return any;
  }

  private boolean take(NameValues.Pair pair, int line) {
    if (pair.isSetting()) {
      var entry = Entry.at(line);
      entry.put("name", pair.name(), line);
      entry.put("setting", pair.value(), line);
      gathered.setting(pair.name(), entry);
      read++;
      return true;
    }
    if (NameValues.isTableParameter(pair.name())) {
      parameter(pair, line);
      read++;
      return true;
    }
    var column =
        Vocabulary.standard()
            .column(Topic.TABLES, pair.name().equals("table") ? "relname" : pair.name());
    if (column.isEmpty()) {
      return false;
    }
    boolean isIdentity =
        column.get().name().equals("relname") || column.get().name().equals("schemaname");
    boolean isNext = table != null && table.has(column.get().name());
    if (isNext) {
      finish();
    }
    var entry = row(line);
    intake.put(entry, column.get(), pair.value().isEmpty() ? null : pair.value(), line);
    if (!isIdentity) {
      read++;
      gathered.shown().add(Excerpt.Kind.TABLES);
      gathered.see(Topic.TABLES, column.get().name());
    }
    return true;
  }

  private Entry row(int line) {
    if (table == null) {
      table = Entry.at(line);
    }
    return table;
  }

  private void parameter(NameValues.Pair pair, int line) {
    var entry = row(line);
    var before = entry.value("reloptions").map(each -> each + ",").orElse("");
    entry.put("reloptions", before + pair.name() + "=" + pair.value(), line);
  }

  /// The neighbours end here. A name alone says nothing, but may belong to the lines after.
  void finish() {
    var entry = table;
    table = null;
    if (entry == null) {
      return;
    }
    boolean isNameOnly = entry.figures().keySet().stream().allMatch(each -> each.equals("relname"));
    if (isNameOnly) {
      named = entry.value("relname").orElse(named);
      return;
    }
    if (!entry.has("relname") && !named.isEmpty()) {
      entry.put("relname", named, entry.line());
    }
    intake.route(Topic.TABLES, entry, Optional.empty());
  }
}
