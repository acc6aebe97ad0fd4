package org.vacuumadvisor.report.assessment;

import static java.util.stream.Collectors.toSet;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.vacuumadvisor.advice.Assessment;
import org.vacuumadvisor.advice.BlockedCleanup;
import org.vacuumadvisor.advice.Problem;
import org.vacuumadvisor.diagnosis.Condition;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.Subject;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.evidence.NextInLine;
import org.vacuumadvisor.evidence.Reason;
import org.vacuumadvisor.model.Index;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.RelationKind;
import org.vacuumadvisor.postgres.AutovacuumOptions;
import org.vacuumadvisor.postgres.AutovacuumState;
import org.vacuumadvisor.postgres.Effective;
import org.vacuumadvisor.postgres.Origin;
import org.vacuumadvisor.postgres.ServerSettings;
import org.vacuumadvisor.postgres.SettingValue;
import org.vacuumadvisor.postgres.Wraparound;
import org.vacuumadvisor.report.Part;
import org.vacuumadvisor.report.Part.Bar;
import org.vacuumadvisor.report.Part.Bars;
import org.vacuumadvisor.report.ReportOptions;
import org.vacuumadvisor.report.Rows;
import org.vacuumadvisor.report.assessment.RecommendationSection.RefusalSection;
import org.vacuumadvisor.report.assessment.TableReport.SpaceText;
import org.vacuumadvisor.space.BtreeEstimate;
import org.vacuumadvisor.space.Doubt;
import org.vacuumadvisor.space.SpaceEstimate;
import org.vacuumadvisor.unit.Quantities;
import org.vacuumadvisor.unit.Share;
import org.vacuumadvisor.unit.XidAge;

/// One table of an assessment told: its figures, how near it is to its triggers, what is the matter
/// with it, what to do, the settings in effect for it, and its indexes. What is about its TOAST
/// table belongs to it, too.
public final class TableReport {
  private final Assessment assessment;
  private final Evidence evidence;
  private final Relation table;
  private final Naming naming;
  private final ReportOptions options;

  private TableReport(Assessment assessment, Relation table) {
    this.assessment = assessment;
    this.evidence = assessment.evidence();
    this.table = table;
    this.naming = new Naming(evidence);
    this.options = ReportOptions.ofPage();
  }

  public static TableReport of(Assessment assessment, Relation table) {
    return new TableReport(assessment, table);
  }

  /// What is known of it, each figure with the view it comes from.
  public List<Part> figures() {
    return List.of(new TableFigures(evidence, table).grid());
  }

  /// How far it is on the way to each of its triggers.
  public List<Part> triggers() {
    var reasons = NextInLine.reasons(table, evidence);
    var parts = new ArrayList<Part>();
    var rows =
        reasons.stream()
            .filter(each -> !each.kind().isForced())
            .sorted(Comparator.comparing(Reason::kind))
            .map(this::bar)
            .toList();
    if (!rows.isEmpty()) {
      parts.add(
          new Bars(
              "When autovacuum comes",
              "Rows dead and rows inserted since the last vacuum bring a vacuum, rows changed since"
                  + " the last analyze bring an analyze: past the mark, each at its own threshold.",
              List.of("rows"),
              Optional.of("threshold"),
              rows,
              0));
    }
    reasons.stream()
        .filter(each -> each.kind() == Reason.Kind.XID_AGE)
        .findFirst()
        .ifPresent(age -> parts.add(ages(age)));
    return parts;
  }

  private Bar bar(Reason reason) {
    return new Bar(
        gathered(reason.kind()),
        List.of(reason.count()),
        OptionalDouble.of(reason.limit()),
        2 * reason.limit(),
        "%s of %s (%s)"
            .formatted(
                Quantities.count(reason.count()),
                Quantities.count(reason.limit()),
                LiveReport.gone(reason)));
  }

  private static String gathered(Reason.Kind kind) {
    return switch (kind) {
      case XID_AGE, MULTIXACT_AGE -> "age";
      case DEAD_ROWS -> "dead rows";
      case INSERTED_ROWS -> "inserted";
      case CHANGED_ROWS -> "changed";
    };
  }

  private Bars ages(Reason age) {
    double stop = ChartSection.stop(Wraparound.TRANSACTIONS, evidence);
    return ChartSection.ages(
        "Age",
        "transaction IDs",
        "transaction IDs since its oldest row was frozen",
        stop,
        List.of(ChartSection.age(naming.of(table), age.count(), age.limit(), stop)));
  }

  /// In a line: how bad its problems are; where it has none, whether autovacuum is due at it.
  public Part.Verdict verdict() {
    var problems = assessment.problems().stream().filter(this::concerns).toList();
    if (!problems.isEmpty()) {
      return new Part.Verdict(
          problems.stream().map(Problem::severity).min(Comparator.naturalOrder()),
          Quantities.counted(problems.size(), "problem"));
    }
    if (assessment.judgement().condition() == Condition.NOTHING_TO_JUDGE) {
      return new Part.Verdict(
          Optional.of(Severity.INFO), "Cannot be judged from what is shown of this server");
    }
    return NextInLine.reasons(table, evidence).stream()
        .filter(Reason::isReached)
        .max(Comparator.comparing(Reason::share))
        .map(each ->
            new Part.Verdict(
                Optional.of(Severity.INFO),
                "Past its threshold, vacuumed or analyzed at autovacuum's next visit: "
                    + LiveReport.why(each)))
        .orElseGet(() -> new Part.Verdict(Optional.empty(), "No problem found"));
  }

  /// The problems of the assessment that concern it, each as far as it is about this table: its
  /// own, those of who blocks its cleanup, and those of its database and of the whole server.
  public List<Problem> problems() {
    return assessment.problems().stream().filter(this::concerns).map(this::narrowed).toList();
  }

  private Problem narrowed(Problem problem) {
    var own = problem.findings().filter(each -> isOfTable(each.subject())).collect(toSet());
    var recommended =
        problem.recommendations().stream()
            .filter(each -> isOfTable(each.appliesTo()) || isOfServer(each.appliesTo()))
            .collect(toSet());
    return problem.within(own, recommended).orElse(problem);
  }

  private boolean concerns(Problem problem) {
    return problem.findings().anyMatch(each -> isOfTable(each.subject()))
        || BlockedCleanup.of(problem)
            .map(each -> each.covers(table))
            .orElseGet(() -> isOfServer(problem.cause().subject()));
  }

  private boolean isOfServer(Subject subject) {
    return switch (subject) {
      case Subject.Cluster _ -> true;
      case Subject.OfDatabase(var name) -> table.name().database().equals(name);
      case Subject.OfRelation _, Subject.OfIndex _ -> false;
    };
  }

  /// What to do about it, and what not.
  public List<Part> recommendations() {
    var recommended =
        assessment.recommendations().stream().filter(each -> isOfTable(each.appliesTo())).toList();
    var refused =
        assessment.notRecommended().stream().filter(each -> isOfTable(each.subject())).toList();
    return Stream.concat(
            new RecommendationSection(options, Set.of(), assessment.plan()).parts(recommended),
            new RefusalSection(options, naming).parts(refused))
        .toList();
  }

  /// What autovacuum goes by at it, and where each value comes from. Logs alone show no settings.
  public List<Part> settings() {
    return evidence.isServerSeen() && table.kind() != RelationKind.PARTITIONED_TABLE
        ? List.of(new SettingOrigin(evidence.survey().settings()).grid(evidence.options(table)))
        : List.of();
  }

  /// Its indexes, the largest first.
  public List<Part> indexes() {
    return Rows.of(table.indexes().stream().sorted(Comparator.comparing(Index::pages).reversed()))
        .text("Index", Index::name)
        .text("Kind", TableReport::kind)
        .number("Size", each -> each.pages().bytes(table.blockSize()).toString())
        .number("Bloat", each -> SpaceText.of(space(each)))
        .text("How sure", each -> SpaceText.validity(space(each)))
        .number("Scans", each -> Quantities.count(each.scans()))
        .ifAny()
        .toList();
  }

  private SpaceEstimate space(Index index) {
    return BtreeEstimate.of(table, index, evidence.survey().server().release());
  }

  private static String kind(Index index) {
    return Stream.of(
            index.primary().or(false) ? "primary key" : index.unique().or(false) ? "unique" : "",
            index.method(),
            index.partial().or(false) ? "partial" : "",
            index.isInvalid() ? "INVALID" : "")
        .filter(each -> !each.isEmpty())
        .reduce((one, other) -> one + ", " + other)
        .orElse("");
  }

  private boolean isOfTable(Subject subject) {
    return tableOf(subject, evidence).filter(this::isTable).isPresent();
  }

  private boolean isTable(Relation relation) {
    return relation.key().equals(table.key()) && relation.name().equals(table.name());
  }

  /// The table that a subject belongs to: of a TOAST table or index its table; empty for what is
  /// about a database or the server.
  public static Optional<Relation> tableOf(Subject subject, Evidence evidence) {
    return subject.onTable().map(evidence::owner);
  }

  /// How much of the way to a limit is gone, in words: `87 %`, `3.2 times`.
  public static String gone(Share share) {
    return LiveReport.gone(new Reason(Reason.Kind.DEAD_ROWS, share.fraction(), 1));
  }

  /// What autovacuum goes by at one table, and where each value comes from.
  record SettingOrigin(ServerSettings server) {
    private static final List<Part.Column> COLUMNS =
        List.of(
            Part.Column.text("Setting"),
            Part.Column.number("In effect"),
            Part.Column.text("Comes from"));

    Part.Grid grid(AutovacuumOptions options) {
      return new Part.Grid(
          COLUMNS,
          List.of(
              state(options.state()),
              row("autovacuum_vacuum_threshold", options.vacuumThreshold(), " rows"),
              row("autovacuum_vacuum_scale_factor", options.vacuumScaleFactor(), ""),
              row("autovacuum_vacuum_max_threshold", options.maxThreshold(), " rows"),
              row("autovacuum_vacuum_insert_threshold", options.insertThreshold(), " rows"),
              row("autovacuum_vacuum_insert_scale_factor", options.insertScaleFactor(), ""),
              row("autovacuum_analyze_threshold", options.analyzeThreshold(), " rows"),
              row("autovacuum_analyze_scale_factor", options.analyzeScaleFactor(), ""),
              row("autovacuum_freeze_max_age", options.freezeMaxAge(), " IDs"),
              row("autovacuum_multixact_freeze_max_age", options.multixactFreezeMaxAge(), " IDs"),
              row("vacuum_freeze_min_age", options.freezeMinAge(), " IDs"),
              row("vacuum_freeze_table_age", options.freezeTableAge(), " IDs"),
              row("autovacuum_vacuum_cost_delay", options.costDelay(), " ms"),
              row("autovacuum_vacuum_cost_limit", options.costLimit(), ""),
              List.of(
                  "cost balance",
                  switch (options.balance()) {
                    case SHARED -> "shared";
                    case BYPASSED -> "bypassed";
                  },
                  switch (options.balance()) {
                    case SHARED -> "its vacuums share the cost limit with the others";
                    case BYPASSED -> "a cost parameter of its own: it runs on top of the others";
                  })));
    }

    private static List<String> state(AutovacuumState state) {
      var from =
          switch (state) {
            case ON -> "";
            case OFF_ON_SERVER -> "server: autovacuum is off";
            case WITHOUT_COUNTS -> "server: track_counts is off";
            case OFF_FOR_TABLE -> "table: autovacuum_enabled is off";
            case OFF_FOR_PARENT -> "its table: autovacuum_enabled is off";
          };
      return List.of("autovacuum", state.isOn() ? "on" : "off", from);
    }

    private List<String> row(String name, Effective<?> each, String unit) {
      var text =
          switch (each.value()) {
            case Long count when count >= 0 -> Quantities.count(count) + unit;
            case Double number when number >= 0 -> Quantities.number(number) + unit;
            case XidAge age -> age + unit;
            default -> "none";
          };
      return List.of(name, text, from(each.origin()));
    }

    private String from(Origin origin) {
      return switch (origin) {
        case Origin.OwnParameter(var parameter) -> "table: " + parameter;
        case Origin.ParentParameter(var parameter) -> "its table: " + parameter;
        case Origin.Server(var setting) ->
            server
                .value(setting)
                .filter(value -> value.configured().orElse(true))
                .map(value -> "server: " + configured(value))
                .orElse("server: PostgreSQL's default");
        case Origin.ReleaseDefault _ -> "PostgreSQL's default: the server's is not known";
        case Origin.NotInRelease _ -> "this release has no such setting";
      };
    }

    private static String configured(SettingValue value) {
      var source = value.source();
      return source == null ? "as shown" : value.name() + " (" + source + ")";
    }
  }

  /// What an estimate of space says, and how far it can be believed.
  public static final class SpaceText {
    private SpaceText() {}

    /// `38 %, 1.2 GB`; with `about` where something speaks against it; `unknown` where nothing is
    /// known.
    public static String of(SpaceEstimate estimate) {
      return switch (estimate) {
        case SpaceEstimate.Estimated known ->
            "%s%s, %s".formatted(known.isSound() ? "" : "about ", known.bloat(), known.excess());
        case SpaceEstimate.Unknown _ -> "unknown";
      };
    }

    /// What the figure rests on, and what speaks against it.
    public static String validity(SpaceEstimate estimate) {
      return switch (estimate) {
        case SpaceEstimate.Estimated known when known.isMeasured() -> "measured: the file was read";
        case SpaceEstimate.Estimated known when known.isSound() ->
            "estimated by statistics: %s to %s".formatted(known.leastBloat(), known.mostBloat());
        case SpaceEstimate.Estimated known ->
            "uncertain, %s to %s: %s"
                .formatted(
                    known.leastBloat(),
                    known.mostBloat(),
                    known.doubts().stream()
                        .sorted(Comparator.naturalOrder())
                        .map(Doubt::reason)
                        .collect(Collectors.joining("; ")));
        case SpaceEstimate.Unknown(Doubt why) -> why.reason();
      };
    }
  }
}
