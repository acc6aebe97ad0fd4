package org.vacuumadvisor.diagnosis.rule.setting;

import static org.vacuumadvisor.diagnosis.Provenance.CHOSEN;
import static org.vacuumadvisor.diagnosis.Provenance.CONVENTION;
import static org.vacuumadvisor.diagnosis.Provenance.ENGINE;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.vacuumadvisor.diagnosis.Effect;
import org.vacuumadvisor.diagnosis.Fact;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Goal;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Rule;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.Subject;
import org.vacuumadvisor.diagnosis.Verdict;
import org.vacuumadvisor.diagnosis.figure.HeldRows;
import org.vacuumadvisor.diagnosis.figure.LeftBehind;
import org.vacuumadvisor.diagnosis.figure.Names;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.model.reading.Source;
import org.vacuumadvisor.postgres.ServerSettings;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.postgres.cost.CostModel;
import org.vacuumadvisor.postgres.cost.DeadRowMemory;
import org.vacuumadvisor.unit.Bytes;
import org.vacuumadvisor.unit.Quantities;
import org.vacuumadvisor.workload.Confidence;

/// A setting that works as it says, and will hurt.
public final class RiskySetting implements Rule {
  private static final String ID = "risky-setting";

  private static final double UNTHROTTLED = 5_000_000;
  private static final double CRAWLING = 1_000;

  /// Written in five minutes by 10,000 cost units a second.
  private static final Bytes LARGE = new Bytes(1L << 30);

  private static final int TABLES_SHOWN = 3;

  @Override
  public String id() {
    return ID;
  }

  @Override
  public Stream<Verdict> examine(Evidence evidence) {
    if (evidence.survey().server().standby()) {
      return Stream.empty();
    }
    var findings =
        Stream.of(
                RiskyFreezing.maxAge(evidence),
                RiskyFreezing.tooEarly(evidence),
                RiskyFreezing.failsafe(evidence),
                crawling(evidence),
                scaleFactor(evidence),
                memory(evidence),
                snapshotThreshold(evidence),
                withoutIndexCleanup(evidence),
                unthrottled(evidence))
            .flatMap(Optional::stream)
            .collect(Collectors.toCollection(ArrayList::new));
    findings.addAll(DamagingSettings.of(evidence));
    SkippedIndexCleanup.of(evidence)
        .filter(
            each -> findings.stream().noneMatch(known -> known.subject().equals(each.subject())))
        .forEach(findings::add);
    return findings.isEmpty() ? Stream.of(nothing(evidence)) : findings.stream().map(each -> each);
  }

  /// Nothing risky among the settings that are shown.
  private static Verdict nothing(Evidence evidence) {
    var server = evidence.aboutServer();
    var cluster = new Subject.Cluster();
    return server
        .<Verdict>judge(() -> {
          server.need(Setting.AUTOVACUUM_VACUUM_SCALE_FACTOR);
          server.need(Setting.AUTOVACUUM_FREEZE_MAX_AGE);
          return new Verdict.Clear(cluster, List.of());
        })
        .orElseGet(() -> new Verdict.CannotTell(cluster, server.inquiry().missing(), false));
  }

  static Finding finding(
      Severity severity,
      Subject subject,
      String headline,
      List<Fact> evidence,
      String explanation,
      List<Remedy> remedies) {
    return new Finding(
        ID, severity, subject, headline, evidence, explanation, Confidence.HIGH, null, remedies);
  }

  /// A large table wants a small factor; on the server it concerns the small ones.
  private Optional<Finding> scaleFactor(Evidence evidence) {
    var settings = evidence.survey().settings();
    var factor = settings.real(Setting.AUTOVACUUM_VACUUM_SCALE_FACTOR);
    long base = settings.integerOrDefault(Setting.AUTOVACUUM_VACUUM_THRESHOLD);
    long least = 1000;
    return factor.isEmpty() || factor.getAsDouble() > 0 || base >= least
        ? Optional.empty()
        : Optional.of(
            finding(
                Severity.WARNING,
                new Subject.Cluster(),
                base == 1
                    ? "Every table of the server is vacuumed after 2 dead rows"
                    : "Every table of the server is vacuumed for each %s dead rows"
                        .formatted(Quantities.count(base)),
                List.of(
                    Fact.observed(
                        "autovacuum_vacuum_scale_factor",
                        Quantities.number(factor.getAsDouble()),
                        new Source.Shown("pg_settings", "autovacuum_vacuum_scale_factor")),
                    Fact.threshold(
                        "threshold of every table",
                        Quantities.count(base),
                        ENGINE,
                        settings.value(Setting.AUTOVACUUM_VACUUM_THRESHOLD).isPresent()
                            ? "relation_needs_vacanalyze(): the base alone"
                            : "relation_needs_vacanalyze(): the base alone, at its default, for"
                                + " autovacuum_vacuum_threshold is not shown"),
                    Fact.threshold(
                        "few", Quantities.count(least), CONVENTION, "every catalog has more")),
                "A factor of 0 is meant for single large tables. For the whole server it makes"
                    + " workers run from table to table, catalogs included, and keeps them from"
                    + " where they are needed.",
                List.of(
                    new Remedy.Tune(
                        new Subject.Cluster(),
                        Setting.AUTOVACUUM_VACUUM_SCALE_FACTOR,
                        new Goal.ReleaseDefault(
                            new Effect.NotPredicted(
                                "small tables are vacuumed less often; give large ones a factor of"
                                    + " their own"))))));
  }

  /// A cost limit and delay with which vacuums do hardly anything, or no more than a disk of 2005
  /// bore: 12 made the default ten times as fast, and configurations were carried over.
  private Optional<Finding> crawling(Evidence evidence) {
    var settings = evidence.survey().settings();
    var cost = CostModel.ofAutovacuum(settings);
    double units = cost.unitsPerSecond();
    boolean isShown =
        settings.value(Setting.AUTOVACUUM_VACUUM_COST_DELAY).isPresent()
            && (settings.value(Setting.AUTOVACUUM_VACUUM_COST_LIMIT).isPresent()
                || settings.value(Setting.VACUUM_COST_LIMIT).isPresent());
    double usual =
        CostModel.ofAutovacuum(ServerSettings.unknown(settings.release())).unitsPerSecond();
    boolean isSlow = units < CRAWLING || (units <= usual / 10 && mayHoldLarge(evidence));
    if (!isShown || !isSlow) {
      return Optional.empty();
    }
    return Optional.of(
        finding(
            units < CRAWLING ? Severity.WARNING : Severity.ADVICE,
            new Subject.Cluster(),
            "All workers of autovacuum together may do %s cost units a second"
                .formatted(Quantities.number(units)),
            List.of(
                Fact.observed(
                    "cost limit, and delay after it",
                    "%s, %s ms"
                        .formatted(
                            Quantities.count(settings.autovacuumCostLimit().value()),
                            Quantities.number(settings.autovacuumCostDelay().value())),
                    "autovacuum_vacuum_cost_limit, autovacuum_vacuum_cost_delay"),
                Fact.threshold(
                    "slow",
                    "a tenth of the default, %s units a second".formatted(Quantities.count(usual)),
                    CHOSEN,
                    "up to 11 that was the default: 200 each 20 ms")),
            "A page that has to be written costs %d units: at this rate a vacuum of a large table"
                    .formatted(cost.pageDirty())
                + " takes long, and its worker is not free for any other.",
            List.of(
                new Remedy.Tune(
                    new Subject.Cluster(),
                    Setting.AUTOVACUUM_VACUUM_COST_LIMIT,
                    new Goal.FairCostShare()),
                new Remedy.Tune(
                    new Subject.Cluster(),
                    Setting.AUTOVACUUM_VACUUM_COST_DELAY,
                    new Goal.ReleaseDefault(
                        new Effect.NotPredicted("vacuums work at PostgreSQL's own pace"))))));
  }

  /// Small tables are vacuumed in a moment at any pace.
  private static boolean mayHoldLarge(Evidence evidence) {
    var tables = evidence.survey().userRelations().toList();
    return tables.isEmpty()
        || tables.stream()
            .anyMatch(
                each -> each.extent().size().map(size -> size.compareTo(LARGE) >= 0).or(true));
  }

  /// Before 17 an array that is taken whole, for a large table, by each worker.
  private Optional<Finding> memory(Evidence evidence) {
    var settings = evidence.survey().settings();
    var cache = cache(settings);
    var most = DeadRowMemory.usefulMost(settings.release()).orElse(new Bytes(Long.MAX_VALUE));
    var each = settings.autovacuumWorkMem().value();
    var useful = each.compareTo(most) < 0 ? each : most;
    long workers = settings.integerOrDefault(Setting.AUTOVACUUM_MAX_WORKERS);
    var all = new Bytes(Math.multiplyExact(useful.count(), workers));
    return cache.isEmpty()
            || settings.value(Setting.AUTOVACUUM_MAX_WORKERS).isEmpty()
            || all.count() <= cache.get().count() / 2
        ? Optional.empty()
        : Optional.of(
            finding(
                Severity.ADVICE,
                new Subject.Cluster(),
                "Autovacuum's workers may take %s of memory together".formatted(all),
                List.of(
                    Fact.observed(
                        "memory of one worker",
                        useful,
                        "autovacuum_work_mem, or maintenance_work_mem where that is -1"),
                    Fact.observed(
                        "autovacuum_max_workers",
                        workers,
                        new Source.Shown("pg_settings", "autovacuum_max_workers")),
                    Fact.threshold(
                        "limit",
                        "half of effective_cache_size, " + cache.get(),
                        CONVENTION,
                        "that setting is what people believe the machine's memory to be"),
                    Fact.threshold(
                        "taken",
                        "by each worker by itself",
                        ENGINE,
                        "dead_items_alloc(), lazy_space_alloc() before 14")),
                "The memory is per worker, and all of them may need it at once, on top of"
                    + " everything else. A server that runs out of memory is ended by its"
                    + " operating system.",
                List.of()));
  }

  private static Optional<Bytes> cache(ServerSettings settings) {
    return settings
        .value("effective_cache_size")
        .filter(value -> value.setting().matches("[0-9]{1,12}"))
        .map(value ->
            new Bytes(
                Long.parseLong(value.setting())
                    * (value.unit() == null || value.unit().equals("8kB") ? 8192 : 1024)));
  }

  private Optional<Finding> snapshotThreshold(Evidence evidence) {
    var settings = evidence.survey().settings();
    var minutes = settings.integer(Setting.OLD_SNAPSHOT_THRESHOLD);
    return minutes.isEmpty() || minutes.getAsLong() < 0
        ? Optional.empty()
        : Optional.of(
            finding(
                Severity.ADVICE,
                new Subject.Cluster(),
                "old_snapshot_threshold is on, at a cost to every query",
                List.of(
                    Fact.observed(
                        "old_snapshot_threshold",
                        Quantities.counted(minutes.getAsLong(), "minute"),
                        new Source.Shown("pg_settings", "old_snapshot_threshold")),
                    Fact.threshold(
                        "default", "-1, off", ENGINE, "PostgreSQL, which removed it in 17")),
                "It ends queries with old snapshots instead of keeping what they may need. It was"
                    + " removed from PostgreSQL for wrong results and its cost, and it keeps vacuum"
                    + " from giving empty pages back.",
                List.of(
                    new Remedy.Tune(
                        new Subject.Cluster(),
                        Setting.OLD_SNAPSHOT_THRESHOLD,
                        new Goal.ReleaseDefault(
                            new Effect.NotPredicted(
                                "idle_in_transaction_session_timeout does what it was meant"
                                    + " for"))))));
  }

  private Optional<Finding> withoutIndexCleanup(Evidence evidence) {
    var tables =
        evidence.survey().relations().stream()
            .filter(LeftBehind::keepsDeadRowsByItself)
            .filter(each -> !each.indexes().isEmpty() && HeldRows.deadRows(each) > 0)
            .sorted(Comparator.comparingLong(HeldRows::deadRows).reversed())
            .toList();
    if (tables.isEmpty()) {
      return Optional.empty();
    }
    var facts = new ArrayList<Fact>();
    tables.stream()
        .limit(TABLES_SHOWN)
        .map(each ->
            Fact.observed(
                Names.of(each, evidence),
                "vacuum_index_cleanup = %s, %s dead rows"
                    .formatted(
                        each.parameters().text("vacuum_index_cleanup").orElse(""),
                        Quantities.count(HeldRows.deadRows(each))),
                "pg_class.reloptions, pg_stat_all_tables.n_dead_tup"))
        .forEach(facts::add);
    facts.add(Fact.threshold("default", "auto, or on before 14", ENGINE, "its default"));
    return Optional.of(
        finding(
            Severity.WARNING,
            new Subject.OfRelation(tables.getFirst()),
            "Vacuum leaves the indexes of %s as they are"
                .formatted(
                    tables.size() == 1
                        ? Names.of(tables.getFirst(), evidence)
                        : Quantities.counted(tables.size(), "table")),
            facts,
            "With vacuum_index_cleanup off, index entries of dead rows are never removed, and their"
                + " line pointers never reused: indexes and pages fill up for ever. It saves time"
                + " once, in an emergency.",
            List.of(
                new Remedy.ResetTable(
                    tables.getFirst(), new TreeSet<>(Set.of("vacuum_index_cleanup"))))));
  }

  private Optional<Finding> unthrottled(Evidence evidence) {
    var settings = evidence.survey().settings();
    double units = CostModel.ofAutovacuum(settings).unitsPerSecond();
    boolean isKnown = settings.real(Setting.AUTOVACUUM_VACUUM_COST_DELAY).isPresent();
    return !isKnown || units < UNTHROTTLED
        ? Optional.empty()
        : Optional.of(
            finding(
                Severity.INFO,
                new Subject.Cluster(),
                "Autovacuum is not slowed down",
                List.of(
                    Fact.observed(
                        "cost limit and delay",
                        settings.autovacuumCostDelay().value() == 0
                            ? "a delay of 0"
                            : "%s every %s ms"
                                .formatted(
                                    Quantities.count(settings.autovacuumCostLimit().value()),
                                    Quantities.number(settings.autovacuumCostDelay().value())),
                        "pg_settings"),
                    Fact.threshold(
                        "as good as none",
                        "10,000 every 2 ms: more than any disk writes",
                        ENGINE,
                        "limit / delay / vacuum_cost_page_dirty: 1.9 GB a second")),
                "Fast disks bear it, and vacuums end early. Watch what it does to WAL, to"
                    + " checkpoints and to replicas; experts differ here.",
                List.of()));
  }
}
