package org.vacuumadvisor.advice;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.vacuumadvisor.advice.setting.SettingChange;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.RelationKey;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.postgres.SettingSql;

/// Settings that somebody chose, as a script that makes them: to be read, and run by hand.
public final class SettingsScript {
  /// What would end a comment, or turn it around.
  private static final Pattern UNFIT_FOR_COMMENT =
      Pattern.compile("[\\p{Cntrl}\\p{Cf}\\p{Zl}\\p{Zp}\\p{Cs}]");

  private final Evidence evidence;
  private final List<String> lines = new ArrayList<>();
  private boolean needsReload;

  private SettingsScript(Evidence evidence) {
    this.evidence = evidence;
  }

  /// The script; empty if nothing is to be changed.
  ///
  /// @param settings of the server
  /// @param parameters of tables; of those that the survey does not have, nothing is said
  public static String of(
      Map<Setting, String> settings,
      Map<RelationKey, Map<String, String>> parameters,
      Evidence evidence) {
    var script = new SettingsScript(evidence);
    settings.entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .forEach(each -> script.server(each.getKey(), each.getValue()));
    if (script.needsReload) {
      script.lines.add(SettingSql.reload());
    }
    var relations = evidence.survey().byKey();
    parameters.entrySet().stream()
        .filter(each -> relations.containsKey(each.getKey()) && !each.getValue().isEmpty())
        .map(each -> Map.entry(relations.get(each.getKey()), each.getValue()))
        .sorted(Comparator.comparing(each -> each.getKey().name().toString()))
        .forEach(each -> script.table(each.getKey(), new TreeMap<>(each.getValue())));
    return String.join("\n", script.lines);
  }

  private void server(Setting setting, String value) {
    var change = new ServerChange(new SettingChange.OfServer(setting, value), evidence);
    change.statement().ifPresent(lines::add);
    needsReload |= change.isReloaded();
    var how = change.isReloaded() ? "" : change.how();
    if (!how.isEmpty()) {
      var what = change.statement().isPresent() ? "" : "%s = %s: ".formatted(setting, value);
      lines.add(comment(what + how));
    }
  }

  private void table(Relation relation, SortedMap<String, String> parameters) {
    if (!relation.name().database().isEmpty()) {
      lines.add(comment("In database " + relation.name().database() + ":"));
    }
    lines.add(Statements.setParameters(relation, parameters, evidence));
  }

  private static String comment(String text) {
    return "-- " + UNFIT_FOR_COMMENT.matcher(text).replaceAll("?");
  }
}
