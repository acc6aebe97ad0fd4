package org.vacuumadvisor.advice;

import java.util.Optional;
import org.vacuumadvisor.action.Rewrites;
import org.vacuumadvisor.advice.setting.Asked;
import org.vacuumadvisor.advice.setting.SettingChange;
import org.vacuumadvisor.diagnosis.Effect;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.Subject;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.evidence.Question;
import org.vacuumadvisor.model.Excerpt;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.RelationKind;
import org.vacuumadvisor.postgres.Feature;
import org.vacuumadvisor.postgres.SettingSql;
import org.vacuumadvisor.unit.Bytes;

/// Writes the contract for a remedy: the statement on this release at this provider, what it costs,
/// and how to take it back.
final class Prescription {
  private final Asked asked;
  private final HorizonRemedies actions;
  private final Evidence evidence;

  Prescription(Asked asked, HorizonRemedies actions, Evidence evidence) {
    this.asked = asked;
    this.actions = actions;
    this.evidence = evidence;
  }

  Recommendation recommendation() {
    return asked
        .proposal()
        .map(each ->
            switch (each.change()) {
              case SettingChange.OfTable table -> tune(table, each.effect());
              case SettingChange.OfServer server ->
                  new ServerChange(server, evidence).contract(draft(), each.effect());
            })
        .orElseGet(() -> of(asked.remedy()));
  }

  private Recommendation of(Remedy remedy) {
    return switch (remedy) {
      case Remedy.OfHorizon release -> actions.contract(release, draft());
      case Remedy.OfLock unblock -> actions.contract(unblock, draft());
      case Remedy.Tune _ -> throw new IllegalStateException("a goal without a change of settings");
      case Remedy.ResetTable reset -> reset(reset);
      case Remedy.VacuumNow(var relation, var options) ->
          vacuum(relation, String.join(", ", options));
      case Remedy.FreezeDatabases freeze ->
          new DatabaseFreeze(freeze, evidence).contract(onPrimary());
      case Remedy.AnalyzeDatabase(String database) -> analyze(database);
      case Remedy.AnalyzeNow(Relation relation) -> analyze(relation);
      case Remedy.Ask(Question question) -> ask(question, draft());
      case Remedy.RewriteTable rewrite -> new Rewriting(evidence).contract(rewrite, onPrimary());
      case Remedy.RebuildIndex rebuild -> new Rewriting(evidence).contract(rebuild, onPrimary());
      case Remedy.Reload _ -> draft().said("reload").sql(SettingSql.reload()).build();
      case Remedy.Inquire(var what, var question, var database) ->
          inquire(what, question, database, draft());
      case Remedy.Act act -> draft().title(act.what()).besides(act.more()).build();
    };
  }

  private static Recommendation ask(Question question, Draft draft) {
    var asked = draft.said("ask", question.what());
    return question.isSql()
        ? asked.sql(question.ask() + ";").build()
        : asked.how("Look for " + question.ask() + ".").build();
  }

  private Draft draft() {
    return new Draft(asked);
  }

  /// For what writes: a standby cannot. What is done to a table waits for a vacuum that does not
  /// give way.
  private Draft onPrimary() {
    var draft = draft();
    Waiting.behind(asked.remedy(), evidence).ifPresent(draft::after);
    return evidence.isStandby()
        ? draft.how("This server is a standby and takes no writes: run it on the primary.")
        : draft;
  }

  private Recommendation tune(SettingChange.OfTable tune, Effect effect) {
    var relation = tune.relation();
    return onTable(relation)
        .title(
            "Set %s for %s"
                .formatted(String.join(" and ", tune.parameters().keySet()), display(relation)))
        .sql(Statements.setParameters(relation, tune.parameters(), evidence))
        .undo(Statements.restoreParameters(relation, tune.parameters().keySet(), evidence))
        .expected(effect)
        .verify(verification(tune.parameters().firstKey()))
        .build();
  }

  private static String verification(String parameter) {
    return switch (parameter) {
      case "fillfactor" ->
          "n_tup_hot_upd rises in step with n_tup_upd of pg_stat_all_tables; look after a week";
      case "vacuum_truncate" -> "pg_class.reloptions of the table; nobody waits for a vacuum of it";
      case "autovacuum_vacuum_cost_limit" ->
          "pg_stat_progress_vacuum.heap_blks_scanned of the next run grows faster";
      case "autovacuum_freeze_min_age" ->
          "relallfrozen of pg_class (from 18 on) rises with each vacuum, and age(relfrozenxid)"
              + " falls";
      case "autovacuum_analyze_scale_factor" ->
          "n_mod_since_analyze of pg_stat_all_tables stays below the new threshold";
      default ->
          "pg_stat_all_tables.autovacuum_count of the table fits the new threshold, and n_dead_tup"
              + " and n_ins_since_vacuum stay below it; look after a day";
    };
  }

  private Recommendation reset(Remedy.ResetTable reset) {
    var relation = reset.relation();
    return onTable(relation)
        .said(
            reset.parameters().contains("autovacuum_enabled") ? "switch-on" : "take-back",
            display(relation),
            String.join(" and ", reset.parameters()))
        .sql(Statements.resetParameters(relation, reset.parameters(), evidence))
        .undo(Statements.restoreParameters(relation, reset.parameters(), evidence))
        .build();
  }

  private Draft onTable(Relation relation) {
    return onPrimary()
        .database(relation.name().database())
        .appliesTo(new Subject.OfRelation(relation))
        .said("on-table");
  }

  /// What is read in seconds needs no quiet hour.
  private Recommendation vacuum(Relation relation, String options) {
    var owner = evidence.owner(relation);
    boolean isAtOnce =
        asked.finding().severity() == Severity.CRITICAL
            || owner.heapSize().is(size -> size.compareTo(Rewrites.SHORTLY_LOCKED) <= 0);
    return onPrimary()
        .database(owner.name().database())
        .appliesTo(new Subject.OfRelation(relation))
        .said(
            "vacuum",
            options.contains("FREEZE") ? "Freeze" : "Vacuum",
            display(relation),
            isAtOnce ? "" : " in a quiet hour",
            owner
                .heapSize()
                .known()
                .filter(size -> !size.equals(Bytes.NONE))
                .map(size -> "up to " + size)
                .orElse("the table"))
        .sql(
            "VACUUM %s%s;"
                .formatted(options.isEmpty() ? "" : "(" + options + ") ", owner.name().sql()))
        .build();
  }

  private Recommendation analyze(String database) {
    return onPrimary()
        .database(database)
        .said("count-again", Excerpt.isTold(database) ? " of database " + database : "")
        .sql("ANALYZE;")
        .build();
  }

  /// From 18 on a partitioned table can be analyzed without its partitions.
  private Recommendation analyze(Relation relation) {
    boolean alone =
        relation.kind() == RelationKind.PARTITIONED_TABLE
            && Feature.ANALYZE_ONLY.isIn(evidence.release());
    return onPrimary()
        .database(relation.name().database())
        .appliesTo(new Subject.OfRelation(relation))
        .said(
            "analyze",
            display(relation),
            alone
                ? "its partitions"
                : relation.kind() == RelationKind.PARTITIONED_TABLE
                    ? "its partitions, and analyzes each of them as well"
                    : "the table")
        .sql("ANALYZE %s%s;".formatted(alone ? "ONLY " : "", relation.name().sql()))
        .build();
  }

  static Recommendation inquire(
      String what, Question question, Optional<String> database, Draft draft) {
    database.ifPresent(draft::database);
    return draft.said("inquire", what).sql(question.ask() + ";").build();
  }

  private String display(Relation relation) {
    var owner = evidence.owner(relation);
    return owner.key().equals(relation.key())
        ? relation.name().sql()
        : "the TOAST table of " + owner.name().sql();
  }
}
