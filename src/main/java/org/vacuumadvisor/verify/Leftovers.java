package org.vacuumadvisor.verify;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.vacuumadvisor.advice.Assessment;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.RelationKind;
import org.vacuumadvisor.postgres.Setting;

/// Finds options of tables that no longer earn their keep: that say what the server says anyway, or
/// that a rule would take away.
final class Leftovers {
  private Leftovers() {}

  /// @param changes that were just made: these are judged by themselves
  static List<Leftover> of(Assessment now, List<PlannedChange> changes) {
    var found = new ArrayList<Leftover>();
    now.recommendations().stream()
        .filter(each -> each.remedy() instanceof Remedy.ResetTable && each.sql().isPresent())
        .forEach(each ->
            found.add(new Leftover(each.title(), each.why() + ".", each.sql().orElseThrow())));
    var settings = now.evidence().survey().settings();
    now.evidence()
        .survey()
        .userRelations()
        .forEach(table ->
            Stream.of(Setting.values())
                .filter(each -> table.parameters().real(each).isPresent())
                .filter(each -> table.parameters().real(each).equals(settings.real(each)))
                .filter(each -> !isMade(table, each, changes))
                .forEach(each -> found.add(idle(table, each, now))));
    return found.stream().distinct().toList();
  }

  private static boolean isMade(Relation table, Setting setting, List<PlannedChange> changes) {
    return changes.stream()
        .filter(each -> TableId.of(table).equals(each.target().table()))
        .flatMap(each -> each.values().stream())
        .anyMatch(each -> setting.storageParameter().filter(each.name()::equals).isPresent());
  }

  private static Leftover idle(Relation table, Setting setting, Assessment now) {
    var name = setting.storageParameter().orElseThrow();
    var value = table.parameters().text(name).orElse("");
    var owner = table.kind() == RelationKind.TOAST ? TableId.of(now.evidence().owner(table)) : null;
    return new Leftover(
        "%s = %s of %s".formatted(name, value, table.name().sql()),
        "The server's own setting is the same.",
        Revert.of(
            new Target(TableId.of(table), owner),
            List.of(new PlannedValue(name, null, value, null, null))));
  }
}
