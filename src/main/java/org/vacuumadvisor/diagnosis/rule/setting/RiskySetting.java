package org.vacuumadvisor.diagnosis.rule.setting;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.vacuumadvisor.diagnosis.Fact;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Goal;
import org.vacuumadvisor.diagnosis.HeldRows;
import org.vacuumadvisor.diagnosis.LeftBehind;
import org.vacuumadvisor.diagnosis.Names;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.ServerRule;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.Verdict;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.evidence.ServerEvidence;
import org.vacuumadvisor.postgres.CostModel;
import org.vacuumadvisor.postgres.ServerSettings;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.postgres.SettingValue;
import org.vacuumadvisor.unit.Quantities;

/// A setting that works as it says, and will hurt: judged against PostgreSQL's default at once,
/// whether the server has something to do or not.
public final class RiskySetting extends ServerRule {
  private static final double CRAWLING = 1_000;
  private static final long FEW = 1_000;

  /// The default of `vacuum_cost_limit`.
  private static final long USUAL_LIMIT = 200;

  private static final int TABLES_SHOWN = 3;

  @Override
  protected boolean concerns(Evidence evidence) {
    return !evidence.isStandby();
  }

  @Override
  protected List<? extends Verdict> examine(ServerEvidence server) {
    var findings = new ArrayList<>(SettingBound.findings(server, this));
    crawling(server).ifPresent(findings::add);
    CheckpointsByWal.finding(server, this).ifPresent(findings::add);
    factorOfZero(server).ifPresent(findings::add);
    withoutIndexCleanup(server.all()).ifPresent(findings::add);
    SkippedIndexCleanup.of(server.all(), this)
        .filter(
            each -> findings.stream().noneMatch(known -> known.subject().equals(each.subject())))
        .forEach(findings::add);
    return allKnown(server, findings);
  }

  /// A large table wants a small factor; on the server it concerns the small ones.
  private Optional<Finding> factorOfZero(ServerEvidence server) {
    var factor = server.real(Setting.AUTOVACUUM_VACUUM_SCALE_FACTOR);
    var base = server.real(Setting.AUTOVACUUM_VACUUM_THRESHOLD);
    long dead = Math.round(base.or(50.0)); // the default, which the proof then says
    return factor
        .known()
        .filter(each -> each <= 0 && dead < FEW)
        .map(_ ->
            warning(
                    dead == 1
                        ? "Every table of the server is vacuumed after 2 dead rows"
                        : "Every table of the server is vacuumed for each %s dead rows"
                            .formatted(Quantities.count(dead)))
                .observed("autovacuum_vacuum_scale_factor", factor)
                .engine(
                    "threshold of every table",
                    Quantities.count(dead),
                    "relation_needs_vacanalyze(): the base alone"
                        + (base.isKnown()
                            ? ""
                            : ", at its default, for autovacuum_vacuum_threshold is not shown"))
                .chosen("few", FEW, "every catalog has more")
                .explained("factor-of-zero")
                .remedy(
                    SettingBound.toDefault(
                        Setting.AUTOVACUUM_VACUUM_SCALE_FACTOR,
                        "small tables are vacuumed less often; give large ones a factor of their"
                            + " own"))
                .build());
  }

  /// A cost limit and delay with which vacuums do hardly anything, or no more than a disk of 2005
  /// bore: 12 made the default ten times as fast, and configurations were carried over.
  private Optional<Finding> crawling(ServerEvidence server) {
    var shown = server.all().settings();
    var workersLimit = ofWorkers(Setting.VACUUM_COST_LIMIT, 1, shown);
    var workersDelay = ofWorkers(Setting.VACUUM_COST_DELAY, 0, shown);
    var settings =
        with(
            Setting.VACUUM_COST_DELAY,
            workersDelay,
            with(Setting.VACUUM_COST_LIMIT, workersLimit, shown));
    var defaults = ServerSettings.unknown(settings.release());
    var cost = CostModel.ofAutovacuum(settings);
    double units = cost.unitsPerSecond();
    double usual = CostModel.ofAutovacuum(defaults).unitsPerSecond();
    var delay = server.ask(Setting.AUTOVACUUM_VACUUM_COST_DELAY);
    var limit = server.ask(Setting.AUTOVACUUM_VACUUM_COST_LIMIT);
    boolean isShown =
        delay.isKnown()
            && (limit.isKnown() || settings.value(Setting.VACUUM_COST_LIMIT).isPresent());
    if (!isShown || units > usual / 10) {
      return Optional.empty();
    }
    return Optional.of(
        found(
                units < CRAWLING ? Severity.WARNING : Severity.ADVICE,
                "All workers of autovacuum together may do %s cost units a second, of %s by"
                    + " default",
                Quantities.number(units),
                usual)
            .observed(
                "cost limit, and delay after it",
                "%s, %s ms"
                    .formatted(
                        Quantities.count(settings.autovacuumCostLimit().value()),
                        Quantities.number(settings.autovacuumCostDelay().value())),
                "autovacuum_vacuum_cost_limit, autovacuum_vacuum_cost_delay")
            .explained("crawling", usual)
            .remedies(
                settings.autovacuumCostLimit().value() >= USUAL_LIMIT
                    ? List.of()
                    : List.of(
                        workersLimit
                            .map(RiskySetting::reset)
                            .orElseGet(() ->
                                new Remedy.Tune(
                                    Setting.AUTOVACUUM_VACUUM_COST_LIMIT,
                                    new Goal.FairCostShare()))))
            .remedies(
                settings.autovacuumCostDelay().value() <= defaults.autovacuumCostDelay().value()
                    ? List.of()
                    : List.of(
                        workersDelay
                            .map(RiskySetting::reset)
                            .orElseGet(() ->
                                SettingBound.toDefault(
                                    Setting.AUTOVACUUM_VACUUM_COST_DELAY,
                                    "vacuums work at PostgreSQL's own pace"))))
            .build());
  }

  /// What workers get with their role or database where autovacuum's own setting follows it.
  private static Optional<SettingValue> ofWorkers(
      Setting followed, double least, ServerSettings shown) {
    var own = Setting.named("autovacuum_" + followed.parameter()).orElseThrow();
    return shown
        .value("pg_db_role_setting." + followed.parameter())
        .filter(_ -> shown.realOrDefault(own) < least);
  }

  private static ServerSettings with(
      Setting setting, Optional<SettingValue> value, ServerSettings shown) {
    return value.map(each -> shown.with(setting, each.setting())).orElse(shown);
  }

  private static Remedy reset(SettingValue value) {
    return Remedy.Act.said("reset-of-role", String.valueOf(value.sourceFile()), value.setting());
  }

  private Optional<Finding> withoutIndexCleanup(Evidence evidence) {
    var tables =
        evidence.survey().relations().stream()
            .filter(LeftBehind::keepsDeadRowsByItself)
            .filter(each -> !each.indexes().isEmpty() && HeldRows.deadRows(each) > 0)
            .sorted(Comparator.comparingLong(HeldRows::deadRows).reversed())
            .toList();
    return tables.stream()
        .findFirst()
        .map(first ->
            warning(first)
                .headline(
                    "Vacuum leaves the indexes of %s as they are",
                    tables.size() == 1
                        ? Names.of(first, evidence)
                        : Quantities.counted(tables.size(), "table"))
                .facts(
                    tables.stream()
                        .limit(TABLES_SHOWN)
                        .map(each ->
                            Fact.observed(
                                Names.of(each, evidence),
                                "vacuum_index_cleanup = %s, %s dead rows"
                                    .formatted(
                                        each.parameters().text("vacuum_index_cleanup").orElse(""),
                                        Quantities.count(HeldRows.deadRows(each))),
                                "pg_class.reloptions, pg_stat_all_tables.n_dead_tup")))
                .explained("index-cleanup-off")
                .remedy(new Remedy.ResetTable(first, "vacuum_index_cleanup"))
                .build());
  }
}
