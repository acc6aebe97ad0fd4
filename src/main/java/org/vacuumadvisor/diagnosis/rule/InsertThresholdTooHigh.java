package org.vacuumadvisor.diagnosis.rule;

import static org.vacuumadvisor.diagnosis.Provenance.CONVENTION;
import static org.vacuumadvisor.diagnosis.Provenance.ENGINE;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.vacuumadvisor.diagnosis.Effect;
import org.vacuumadvisor.diagnosis.Fact;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Rule;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.Situation;
import org.vacuumadvisor.diagnosis.Subject;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.RelationKind;
import org.vacuumadvisor.postgres.Feature;
import org.vacuumadvisor.postgres.Thresholds;
import org.vacuumadvisor.unit.Bytes;
import org.vacuumadvisor.unit.Quantities;
import org.vacuumadvisor.workload.Confidence;
import org.vacuumadvisor.workload.WorkloadClass;

/// Autovacuum comes too seldom, or never, to a table that only grows: its pages stay unknown to the
/// visibility map, index-only scans read the table all the same, and one day all of it must be
/// frozen at once.
final class InsertThresholdTooHigh implements Rule {
  /// A table below this is scanned in a blink.
  private static final Bytes LARGE = Bytes.ofMegabytes(64);

  /// What may be inserted between two vacuums of a table of which nothing else is known.
  private static final Bytes MUCH = Bytes.ofMegabytes(256);

  /// The part of writes that are inserts, from which on a table counts as append-only.
  private static final double MOSTLY = 0.95;

  private static final double SECONDS_BETWEEN = 600;
  private static final double LEAST_ROWS = 1_000;

  @Override
  public String id() {
    return "insert-threshold-too-high";
  }

  @Override
  public Stream<Finding> examine(Situation situation) {
    if (situation.survey().server().standby()) {
      return Stream.empty();
    }
    return situation.survey().relations().stream()
        .filter(each -> each.isAutovacuumed() && !each.isSystem())
        .filter(each -> each.kind() != RelationKind.TOAST)
        .filter(each -> each.extent().size().compareTo(LARGE) >= 0)
        .filter(each -> isAppendOnly(each, situation))
        .filter(each -> situation.options(each).state().isOn())
        .sorted(Comparator.comparing((Relation each) -> each.extent().size()).reversed())
        .flatMap(each -> finding(each, situation).stream());
  }

  private static boolean isAppendOnly(Relation relation, Situation situation) {
    return switch (situation.workload(relation).kind()) {
      case INSERT_ONLY -> true;
      case READ_HEAVY, IDLE, UNDETERMINED -> {
        var all = relation.activity();
        yield all.inserted() > 0 && (double) all.inserted() >= MOSTLY * (double) all.written();
      }
      case QUEUE_CHURN, TPC_C -> false;
    };
  }

  /// Why it is worth a word, worst first.
  private enum Reason {
    /// The release has no such trigger, or it is switched off.
    NO_TRIGGER,
    /// No vacuum ever came.
    NEVER_VACUUMED,
    /// It comes, but after much.
    SELDOM
  }

  private Optional<Finding> finding(Relation relation, Situation situation) {
    var thresholds = situation.thresholds(relation);
    return reason(relation, thresholds)
        .map(reason ->
            new Finding(
                id(),
                reason == Reason.SELDOM ? Severity.ADVICE : Severity.WARNING,
                new Subject.OfRelation(relation),
                headline(reason, relation, thresholds, situation),
                facts(relation, thresholds),
                explanation(reason, situation),
                situation.workload(relation).kind() == WorkloadClass.INSERT_ONLY
                    ? situation.workload(relation).confidence()
                    : Confidence.MEDIUM,
                situation.older().isPresent()
                    ? null
                    : "Two surveys (--sample) measure how fast it grows.",
                remedies(reason, relation, thresholds, situation)));
  }

  private static Optional<Reason> reason(Relation relation, Thresholds thresholds) {
    boolean isVisible = relation.extent().visibleShare().fraction() >= 0.8;
    if (!thresholds.hasInsert()) {
      return isVisible ? Optional.empty() : Optional.of(Reason.NO_TRIGGER);
    }
    if (relation.maintenance().vacuumedLast().isEmpty()
        && relation.extent().allVisible().count() == 0) {
      return Optional.of(Reason.NEVER_VACUUMED);
    }
    return RowSpace.of(relation).of(thresholds.insert()).compareTo(MUCH) >= 0
        ? Optional.of(Reason.SELDOM)
        : Optional.empty();
  }

  private static String headline(
      Reason reason, Relation relation, Thresholds thresholds, Situation situation) {
    return switch (reason) {
      case NO_TRIGGER ->
          "Inserts never bring autovacuum to %s, which only grows".formatted(Names.of(relation));
      case NEVER_VACUUMED ->
          "%s only grows and was never vacuumed: none of its %s is known all-visible"
              .formatted(
                  Names.of(relation),
                  Quantities.counted(relation.extent().bestPages().count(), "page"));
      case SELDOM ->
          "Autovacuum waits for %s inserted rows in %s"
              .formatted(Quantities.count(thresholds.insert()), Names.of(relation, situation));
    };
  }

  private static String explanation(Reason reason, Situation situation) {
    var release = situation.survey().server().release();
    var why =
        reason != Reason.NO_TRIGGER
            ? ""
            : Feature.INSERT_TRIGGERED_VACUUM.isIn(release)
                ? "The insert threshold is -1, so only dead rows count, and here no row dies. "
                : "Before 13 only dead rows brought autovacuum, and here no row dies. ";
    return why
        + "Pages that no vacuum has seen are not in the visibility map: index-only scans must visit"
        + " the table for each row, and a later vacuum finds all of them to read and to freeze in"
        + " one go, at the latest when autovacuum_freeze_max_age forces it.";
  }

  private static List<Fact> facts(Relation relation, Thresholds thresholds) {
    var all = relation.activity();
    var facts = new ArrayList<Fact>();
    facts.add(
        Fact.observed(
            "pages known all-visible",
            "%s of %s"
                .formatted(
                    Quantities.count(relation.extent().allVisible().count()),
                    Quantities.count(relation.extent().bestPages().count())),
            "pg_class.relallvisible, size of the table"));
    facts.add(
        Fact.observed(
            "rows written",
            "%s inserted, %s updated, %s deleted"
                .formatted(
                    Quantities.count(all.inserted()),
                    Quantities.count(all.updated()),
                    Quantities.count(all.deleted())),
            "pg_stat_all_tables.n_tup_ins, n_tup_upd, n_tup_del"));
    relation
        .population()
        .known()
        .flatMap(rows -> rows.insertedSinceVacuum().known())
        .ifPresent(rows ->
            facts.add(
                Fact.observed(
                    "inserted since the last vacuum",
                    Quantities.count(rows),
                    "pg_stat_all_tables.n_ins_since_vacuum")));
    facts.add(
        Fact.observed(
            "last vacuum",
            relation.maintenance().vacuumedLast().map(Names::time).orElse("never"),
            "pg_stat_all_tables.last_vacuum, last_autovacuum"));
    facts.add(
        Fact.threshold(
            "insert threshold",
            thresholds.hasInsert() ? Quantities.count(thresholds.insert()) + " rows" : "none",
            ENGINE,
            "relation_needs_vacanalyze()"));
    facts.add(
        Fact.threshold(
            "large, much",
            "%s, %s between vacuums".formatted(LARGE, MUCH),
            CONVENTION,
            "ours, after reports of late visibility maps: 163,249 heap fetches in one index-only"
                + " scan"));
    return facts;
  }

  private static List<Remedy> remedies(
      Reason reason, Relation relation, Thresholds thresholds, Situation situation) {
    var remedies = new ArrayList<Remedy>();
    if (Feature.INSERT_TRIGGERED_VACUUM.isIn(situation.survey().server().release())) {
      remedies.add(tuning(relation, thresholds, situation));
    } else {
      remedies.add(
          new Remedy.Act(
              "Let a job vacuum %s regularly, once a night for example: before 13 nothing else does."
                  .formatted(Names.of(relation))));
    }
    if (reason != Reason.SELDOM) {
      remedies.add(new Remedy.VacuumNow(List.of(relation), List.of()));
    }
    return remedies;
  }

  /// A fixed number of rows, so that the wait does not grow with the table.
  private static Remedy tuning(Relation relation, Thresholds thresholds, Situation situation) {
    var rows = RowSpace.of(relation);
    var rate = situation.workload(relation).rates().insertsPerSecond();
    double byRate = rate.orElse(0) * SECONDS_BETWEEN;
    double wanted = rounded(Math.max(LEAST_ROWS, Math.max(byRate, rows.within(MUCH) / 4)));
    var parameters = new TreeMap<String, String>();
    parameters.put("autovacuum_vacuum_insert_scale_factor", "0");
    parameters.put("autovacuum_vacuum_insert_threshold", Long.toString(Math.round(wanted)));
    return new Remedy.TuneTable(
        relation,
        parameters,
        new Effect.Predicted(
            "rows inserted when autovacuum comes",
            thresholds.hasInsert() ? Quantities.count(thresholds.insert()) : "it does not come",
            Quantities.count(wanted),
            Quantities.count(wanted),
            "the server's own arithmetic; chosen: "
                + (byRate > rows.within(MUCH) / 4
                    ? "what is inserted in %s".formatted(Quantities.seconds(SECONDS_BETWEEN))
                    : "the rows of about " + rows.of(wanted))));
  }

  /// To two digits that count.
  private static double rounded(double rows) {
    double unit = Math.pow(10, Math.floor(Math.log10(rows)) - 1);
    return Math.round(rows / unit) * unit;
  }
}
