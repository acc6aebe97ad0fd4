package org.vacuumadvisor.fleet.metrics;

import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.vacuumadvisor.advice.Assessment;
import org.vacuumadvisor.diagnosis.Condition;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.Subject;
import org.vacuumadvisor.evidence.DatabaseAge;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.evidence.FreezeFigures;
import org.vacuumadvisor.evidence.ServerEvidence;
import org.vacuumadvisor.fleet.metrics.Samples.Sample;
import org.vacuumadvisor.fleet.watch.Look;
import org.vacuumadvisor.model.Reading;
import org.vacuumadvisor.postgres.Wraparound;
import org.vacuumadvisor.report.About;
import org.vacuumadvisor.report.data.JsonText;
import org.vacuumadvisor.unit.XidAge;

/// What a survey and its assessment give: at most some 2,000 values, however large the server is.
final class SurveySamples {
  private static final int MOST_FINDINGS = 250;
  private static final int MOST_PROBLEMS = 50;
  private static final int MOST_DATABASES = 40;

  private static final Comparator<Group> WORST_FIRST =
      Comparator.comparing(Group::severity)
          .thenComparing(Group::rule)
          .thenComparing(Group::database);

  private record Group(String database, String rule, Severity severity) {}

  private SurveySamples() {}

  static List<Sample> of(Look.Full look, MetricsOptions options) {
    var samples = new Samples(look.target().name());
    var assessment = look.assessment();
    var evidence = assessment.evidence();
    addFindings(assessment, samples);
    LimitSamples.add(evidence, samples);
    TableSamples.DatabaseSamples.add(evidence, MOST_DATABASES, samples);
    TableSamples.add(evidence, options.topTables(), samples);
    samples.add("survey_gaps", evidence.survey().coverage().gaps().size());
    return samples.list();
  }

  /// The word for a kind of ID in labels.
  static String word(Wraparound ids) {
    return switch (ids) {
      case TRANSACTIONS -> "xid";
      case MULTIXACTS -> "mxid";
    };
  }

  /// The verdict, the findings by rule, and the problems by their causes.
  private static void addFindings(Assessment assessment, Samples samples) {
    for (var condition : Condition.values()) {
      boolean holds = assessment.judgement().condition() == condition;
      samples.add("verdict", holds ? 1 : 0, JsonText.word(condition));
    }
    groups(assessment, samples);
    assessment.problems().stream()
        .limit(MOST_PROBLEMS)
        .forEach(problem -> {
          var where = Place.of(problem.cause().subject());
          samples.add(
              "problem_findings",
              problem.findings().count(),
              where.database(),
              where.schema(),
              where.table(),
              problem.cause().id(),
              JsonText.word(problem.severity()));
        });
    samples.add("left_out", Math.max(0, assessment.problems().size() - MOST_PROBLEMS), "problems");
  }

  private static void groups(Assessment assessment, Samples samples) {
    var groups =
        assessment.findings().stream()
            .collect(
                Collectors.groupingBy(
                    SurveySamples::group, () -> new TreeMap<>(WORST_FIRST), Collectors.counting()));
    groups.entrySet().stream()
        .limit(MOST_FINDINGS)
        .forEach(each ->
            samples.add(
                "findings",
                each.getValue(),
                each.getKey().database(),
                each.getKey().rule(),
                JsonText.word(each.getKey().severity())));
    long left = groups.values().stream().skip(MOST_FINDINGS).mapToLong(Long::longValue).sum();
    samples.add("left_out", left, "findings");
  }

  private static Group group(Finding finding) {
    return new Group(Place.of(finding.subject()).database(), finding.id(), finding.severity());
  }

  /// Where something is; empty words where it is about more.
  private record Place(String database, String schema, String table) {
    static Place of(Subject subject) {
      var about = About.of(subject);
      return about
          .relation()
          .map(table -> new Place(table.database(), table.schema(), table.name()))
          .orElseGet(() -> new Place(Objects.requireNonNullElse(about.database(), ""), "", ""));
    }
  }

  /// How far the oldest database is from the ages at which the server freezes by force, drops
  /// everything but freezing, warns, and stops.
  private static final class LimitSamples {
    private static final double SECONDS_A_DAY = 86_400;

    private final Evidence evidence;
    private final ServerEvidence server;
    private final Samples samples;
    private final Wraparound ids;
    private final Reading<Double> perDay;
    private final Optional<XidAge> oldest;

    private LimitSamples(Evidence evidence, Wraparound ids, Samples samples) {
      this.evidence = evidence;
      this.server = evidence.aboutServer();
      this.ids = ids;
      this.samples = samples;
      this.perDay = FreezeFigures.perDay(ids, server);
      this.oldest =
          DatabaseAge.of(ids, server.all()).stream()
              .filter(each -> !each.isAtLeast())
              .map(DatabaseAge::age)
              .max(XidAge::compareTo);
    }

    static void add(Evidence evidence, Samples samples) {
      for (var ids : Wraparound.values()) {
        new LimitSamples(evidence, ids, samples).add();
      }
    }

    private void add() {
      samples.add("ids_per_second", perDay.map(each -> each / SECONDS_A_DAY), word(ids));
      add(
          "freeze_max_age",
          switch (ids) {
            case TRANSACTIONS -> FreezeFigures.freezeMaxAge(server);
            case MULTIXACTS -> FreezeFigures.multixactFreezeMaxAge(server);
          });
      var release = evidence.survey().server().release();
      add("failsafe", FreezeFigures.failsafeAge(ids, server));
      add("warning", Reading.of(ids.warningAge(release)));
      add("stop", Reading.of(ids.stopAge(release)));
    }

    private void add(String name, Reading<XidAge> limit) {
      limit
          .known()
          .ifPresent(known -> {
            samples.add("limit_ids", known.count(), word(ids), name);
            oldest.ifPresent(age -> add(name, known, age));
          });
    }

    private void add(String name, XidAge limit, XidAge age) {
      samples.add("limit_remaining_ids", limit.minus(age).count(), word(ids), name);
      perDay
          .known()
          .map(each -> Wraparound.daysTo(limit, age, each / SECONDS_A_DAY))
          .ifPresent(days ->
              days.ifPresent(each ->
                  samples.add("limit_remaining_seconds", each * SECONDS_A_DAY, word(ids), name)));
    }
  }
}
