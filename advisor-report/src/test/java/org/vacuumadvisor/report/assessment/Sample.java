package org.vacuumadvisor.report.assessment;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.vacuumadvisor.advice.Assessment;
import org.vacuumadvisor.advice.Assessments;
import org.vacuumadvisor.advice.NotRecommended;
import org.vacuumadvisor.advice.Recommendation;
import org.vacuumadvisor.advice.Risk;
import org.vacuumadvisor.advice.setting.SettingChange;
import org.vacuumadvisor.diagnosis.Effect;
import org.vacuumadvisor.diagnosis.Fact;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Goal;
import org.vacuumadvisor.diagnosis.Provenance;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.Subject;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.model.Activity;
import org.vacuumadvisor.model.Coverage;
import org.vacuumadvisor.model.Database;
import org.vacuumadvisor.model.Endpoint;
import org.vacuumadvisor.model.Extent;
import org.vacuumadvisor.model.FreezeAges;
import org.vacuumadvisor.model.Gap;
import org.vacuumadvisor.model.Grouped;
import org.vacuumadvisor.model.Machinery;
import org.vacuumadvisor.model.Maintenance;
import org.vacuumadvisor.model.Persistence;
import org.vacuumadvisor.model.Reading;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.RelationKey;
import org.vacuumadvisor.model.RelationKind;
import org.vacuumadvisor.model.RelationName;
import org.vacuumadvisor.model.Server;
import org.vacuumadvisor.model.Survey;
import org.vacuumadvisor.postgres.Provider;
import org.vacuumadvisor.postgres.Release;
import org.vacuumadvisor.postgres.ServerSettings;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.postgres.StorageParameters;
import org.vacuumadvisor.unit.Pages;
import org.vacuumadvisor.unit.XidAge;
import org.vacuumadvisor.workload.Confidence;
import org.vacuumadvisor.workload.Period;
import org.vacuumadvisor.workload.Rates;
import org.vacuumadvisor.workload.Workload;
import org.vacuumadvisor.workload.WorkloadClass;

/// Assessments made by hand, for tests of what is made of them.
public final class Sample {
  static final Instant NOW = Instant.parse("2026-11-21T14:03:11Z");
  private static final Duration UP = Duration.ofDays(12);
  private static final long DATABASE = 5;

  private Sample() {}

  public static Relation table(long oid, String schema, String name, long pages) {
    return new Relation(
        new RelationKey(DATABASE, oid),
        new RelationName("shop", schema, name),
        RelationKind.TABLE,
        Reading.of(Persistence.PERMANENT),
        8192,
        Reading.of(StorageParameters.NONE),
        Grouped.readings(
            new Extent(
                Reading.of(new Pages(pages)),
                Reading.of(1e6),
                Reading.of(Pages.NONE),
                Reading.of(Pages.NONE),
                none()),
            Reading.of(new FreezeAges(new XidAge(1000), new XidAge(1))),
            none(),
            Activity.NONE,
            new Maintenance(none(), none(), none(), none(), 0, 0, 0, 0, none())),
        Optional.empty(),
        List.of(),
        List.of(),
        List.of());
  }

  public static Survey survey(Coverage coverage, Relation... relations) {
    return new Survey(
        new Server(
            Release.V18,
            Reading.of("18.6 (Debian 18.6-1.pgdg13+1)"),
            Reading.of(Provider.PLAIN),
            Reading.of(false),
            8192,
            none(),
            Reading.of(NOW.minus(UP)),
            none(),
            Reading.of(new Server.Role("advisor", false, false)),
            Endpoint.UNKNOWN),
        NOW,
        ServerSettings.unknown(Release.V18),
        List.of(database(DATABASE, "shop", true), database(6, "archive", false)),
        List.of(relations),
        List.of(),
        Machinery.notCollected(),
        coverage);
  }

  public static Survey survey(Relation... relations) {
    return survey(new Coverage(1, 2, 0, List.of()), relations);
  }

  public static Assessment assessment(Survey survey, Finding... findings) {
    return Assessments.of(Evidence.of(survey), List.of(findings), List.of(), List.of());
  }

  public static Finding finding(String id, Severity severity, Subject subject, String headline) {
    return new Finding(
        id,
        severity,
        subject,
        headline,
        List.of(
            Fact.observed("dead rows", "12,345,678", "pg_stat_all_tables.n_dead_tup"),
            Fact.limit(
                "autovacuum comes at",
                "20,050,000",
                Provenance.ENGINE,
                "autovacuum_vacuum_threshold + autovacuum_vacuum_scale_factor × reltuples")),
        "Until autovacuum comes, every scan reads the dead rows too. With the settings in effect it"
            + " comes only every 5 h 12 min, and the table grows by what is dead at the time.",
        Confidence.MEDIUM,
        "a window of an hour instead of sums since the reset ",
        List.of());
  }

  public static Finding held() {
    return new Finding(
        "xmin-held-by-transaction",
        Severity.CRITICAL,
        new Subject.OfDatabase("shop"),
        "Session 4711 (billing-worker) has kept a transaction open for 3 h 12 min, and vacuum"
            + " removes nothing in database shop that died since",
        List.of(
            Fact.observed("idle in transaction for", "3 h 12 min", "pg_stat_activity.state_change"),
            Fact.observed("transaction IDs since", "12,345,678", "pg_stat_activity.backend_xmin"),
            Fact.limit(
                "tolerated",
                "100,000",
                Provenance.CONVENTION,
                "about a minute of a busy server; Laurenz Albe, \"Four reasons why VACUUM"
                    + " won't\"")),
        "Vacuum keeps every row version that the oldest snapshot might still see.",
        Confidence.HIGH,
        null,
        List.of());
  }

  public static Recommendation tune(Relation relation) {
    var sql = relation.name().sql();
    var parameters = new TreeMap<>(Map.of("autovacuum_vacuum_scale_factor", "0.01"));
    var effect =
        new Effect.Predicted(
            "dead rows when autovacuum comes",
            "20,050,000",
            "1,000,000",
            "1,100,000",
            "the trigger's arithmetic on 100,000,000 rows (pg_class.reltuples)");
    return new Recommendation(
        new Remedy.Tune(
            new Subject.OfRelation(relation),
            Setting.AUTOVACUUM_VACUUM_SCALE_FACTOR,
            new Goal.DeadRowsAtMost(1_000_000, "1 % of the table")),
        Optional.of(new SettingChange.OfTable(relation, parameters)),
        "Let autovacuum come earlier to " + sql,
        "Let autovacuum come earlier to " + sql,
        Optional.of("shop"),
        Optional.of(
            "ALTER TABLE "
                + sql
                + " SET (autovacuum_vacuum_scale_factor = 0.01, autovacuum_vacuum_threshold ="
                + " 1000)"),
        Optional.empty(),
        Optional.of(
            "ALTER TABLE "
                + sql
                + " RESET (autovacuum_vacuum_scale_factor, autovacuum_vacuum_threshold)"),
        effect,
        new Risk(
            Optional.of(
                "SHARE UPDATE EXCLUSIVE: reads and writes go on; a running autovacuum of the table"
                    + " is cancelled"),
            Risk.TakesEffect.AT_ONCE,
            Optional.of("more autovacuum runs, each shorter"),
            false),
        "n_dead_tup of pg_stat_user_tables stays below 1,100,000 within a day",
        new Subject.OfRelation(relation),
        List.of(
            finding(
                "threshold-too-high",
                Severity.WARNING,
                new Subject.OfRelation(relation),
                "the table tolerates 20 million dead rows before autovacuum comes")));
  }

  public static NotRecommended notFull(Relation relation) {
    return new NotRecommended(
        "VACUUM FULL",
        new Subject.OfRelation(relation),
        "it would rewrite the table and could still not drop what session 4711 may see");
  }

  public static Gap noPrivilege() {
    return new Gap(
        Gap.Kind.NO_PRIVILEGE,
        "the state of 3 sessions of other roles",
        "who keeps a transaction open, and since when",
        "GRANT pg_monitor TO advisor");
  }

  static Workload workload(WorkloadClass kind, Confidence confidence, String... because) {
    return new Workload(
        kind,
        confidence,
        new Rates(Activity.NONE, new Period.Between(NOW.minusSeconds(60), NOW)),
        List.of(because));
  }

  private static Database database(long oid, String name, boolean surveyed) {
    return new Database(
        oid,
        name,
        surveyed,
        false,
        Reading.of(true),
        Reading.of(XidAge.NONE),
        Reading.of(XidAge.NONE),
        none(),
        0,
        Reading.of(0L),
        0,
        0,
        0,
        0,
        none(),
        none());
  }

  private static <T> Reading<T> none() {
    return Reading.missing(Reading.Why.NOT_COLLECTED);
  }
}
