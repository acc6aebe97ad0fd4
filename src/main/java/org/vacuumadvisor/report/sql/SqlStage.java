package org.vacuumadvisor.report.sql;

import java.util.List;
import org.vacuumadvisor.advice.Recommendation;
import org.vacuumadvisor.advice.Risk;
import org.vacuumadvisor.advice.setting.SettingChange;
import org.vacuumadvisor.diagnosis.Remedy;

/// The parts of a script, the least risky first.
enum SqlStage {
  TABLES(
      "Settings of tables",
      "They work at once. Reads and writes go on; a running autovacuum of the table is cancelled"
          + " and comes back."),
  SERVER("Settings of the server", "They work after a reload, which stands at the end."),
  WORK("Work to be done once", "Choose a quiet hour: it reads and writes a lot."),
  RESTART(
      "Settings that take a restart",
      "Nothing changes before the server is restarted; then all of them do."),
  DECISIONS(
      "Decisions",
      "Nothing takes these back. So each is a comment: remove the -- before the ones you want."),
  BY_HAND("Not done by SQL here", "");

  private final String title;
  private final String remark;

  SqlStage(String title, String remark) {
    this.title = title;
    this.remark = remark;
  }

  static SqlStage of(Recommendation each) {
    if (each.sql().isEmpty()) {
      return BY_HAND;
    }
    return each.change()
        .map(change ->
            switch (change) {
              case SettingChange.OfTable _ -> TABLES;
              case SettingChange.OfServer _ ->
                  each.risk().takesEffect() == Risk.TakesEffect.AFTER_RESTART ? RESTART : SERVER;
            })
        .orElseGet(() -> of(each.remedy()));
  }

  private static SqlStage of(Remedy remedy) {
    return switch (remedy) {
      case Remedy.Tune _, Remedy.ResetTable _ -> TABLES;
      case Remedy.VacuumNow _,
          Remedy.FreezeApart _,
          Remedy.FreezeDatabases _,
          Remedy.AnalyzeNow _,
          Remedy.AnalyzeDatabase _,
          Remedy.RebuildIndex _ ->
          WORK;
      case Remedy.OfHorizon _,
          Remedy.OfLock _,
          Remedy.Ask _,
          Remedy.RewriteTable _,
          Remedy.Inquire _,
          Remedy.Act _ ->
          DECISIONS;
    };
  }

  String title() {
    return title;
  }

  /// What is to be known of all of them; may be empty.
  String remark() {
    return remark;
  }

  /// Those that are run by the script, and taken back by it.
  static List<SqlStage> run() {
    return List.of(TABLES, SERVER, WORK, RESTART);
  }

  /// How long a statement may wait for a lock, as `lock_timeout` has it. Whoever waits to set a
  /// parameter makes others wait behind. What works on the side may wait, and must: a REINDEX
  /// CONCURRENTLY that gives up leaves an invalid index.
  String patience() {
    return this == WORK ? "0" : "5s";
  }

  /// Whether the server has to read its configuration again.
  boolean needsReload() {
    return this == SERVER;
  }
}
