package org.vacuumadvisor.report.assessment;

import java.util.List;
import java.util.Optional;
import java.util.StringJoiner;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.vacuumadvisor.advice.Assessment;
import org.vacuumadvisor.advice.Plan;
import org.vacuumadvisor.advice.Plan.Action;
import org.vacuumadvisor.advice.Problem;
import org.vacuumadvisor.advice.Recommendation;
import org.vacuumadvisor.diagnosis.Names;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Subject;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.model.HorizonHolder;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.postgres.Identifiers;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.postgres.SettingSql;
import org.vacuumadvisor.report.Part;
import org.vacuumadvisor.report.ReportOptions;
import org.vacuumadvisor.report.Words;
import org.vacuumadvisor.unit.Quantities;

/// The plan as numbered steps: what to do in which order, what waits for what, what comes by
/// itself, and what not to do now.
public final class PlanSection {
  /// Characters of a statement that a screen has room for, five or six lines.
  private static final int SHORT_SQL = 400;

  /// Steps that a screen has room for.
  private static final int STEPS = 9;

  /// Tables whose statements of one kind a screen has room for.
  private static final int ALIKE = 8;

  private static final int NOT_NOW = 2;
  private static final double MILLIS = 1000;

  private final Evidence evidence;
  private final Plan plan;
  private final Naming naming;

  private PlanSection(Evidence evidence, Plan plan) {
    this.evidence = evidence;
    this.naming = new Naming(evidence);
    this.plan = plan;
  }

  /// The whole plan, on a page with its statements, otherwise without those that recommendations
  /// have; empty where a person has no more than one thing to do.
  public static Stream<Part> whole(Assessment assessment, Plan plan, ReportOptions options) {
    var section = new PlanSection(assessment.evidence(), plan);
    return section.list(
        section.steps(options.isPage() ? section::whole : section::title), section.notNow());
  }

  /// The same on the first screen, with the statements there is room for.
  static Stream<Part> inBrief(Assessment assessment, Plan plan) {
    var section = new PlanSection(assessment.evidence(), plan);
    var more = plan.steps().size() - STEPS;
    var steps =
        Stream.concat(
            section.steps(section::step).limit(STEPS),
            more > 0
                ? Stream.of(Part.Step.of(Quantities.counted(more, "more step") + " in the script"))
                : Stream.empty());
    return section.list(steps, section.notNow());
  }

  /// The numbers of the steps that answer a problem, or why there is none.
  static Part.Step arrow(Problem problem, Plan plan) {
    var numbers = plan.stepsFor(problem.findings());
    return Part.Step.of(
        numbers.isEmpty()
            ? withheld(problem, plan)
            : "%s %s".formatted(numbers.size() == 1 ? "step" : "steps", joined(numbers)));
  }

  /// Why there is nothing to do about a problem.
  static String withheld(Problem problem, Plan plan) {
    return plan.withheldFrom(problem)
        .findFirst()
        .map(each -> "not now: %s. %s".formatted(each.what(), Words.sentence(each.why())))
        .orElse("no statement helps; the details say what to look at");
  }

  /// A recommendation on the first screen: the statement of a setting says all that its title says.
  static Part.Step step(Recommendation each, Naming naming) {
    boolean isSetting =
        each.sql().isPresent()
            && (each.change().isPresent() || each.remedy() instanceof Remedy.ResetTable);
    boolean isDecision =
        each.remedy() instanceof Remedy.OfHorizon || each.remedy() instanceof Remedy.OfLock;
    var stage = Plan.Stage.of(each);
    boolean isOfTable = stage == Plan.Stage.TABLES || stage == Plan.Stage.VACUUM;
    return new Part.Step(
        Part.Step.ARROW,
        isSetting ? naming.waiting(each).map(Names::capital).orElse("") : each.title(),
        each.sql().map(Part.Script::new),
        Stream.concat(
                naming.place(each),
                Stream.of(
                    isDecision || isOfTable || each.sql().isEmpty() || each.risk().stopsReaders()
                        ? each.how().orElse("")
                        : "",
                    each.risk().stopsReaders() ? each.risk().lock().orElse("") : "",
                    isSetting ? "" : each.risk().cost().orElse("")))
            .filter(text -> !text.isEmpty())
            .map(Words::sentence)
            .toList());
  }

  private Stream<Part> list(Stream<Part.Step> steps, Stream<Part.Step> notNow) {
    return plan.hasOrder()
        ? Stream.of(
            new Part.StepList("Do this, in this order:", Stream.concat(steps, notNow).toList()))
        : Stream.empty();
  }

  /// The same of several tables once.
  private Stream<Part.Step> notNow() {
    return plan.notNow().stream()
        .map(each ->
            new Part.Step(
                "not now:",
                each.what().replace("this table", naming.of(each.subject())),
                Optional.empty(),
                List.of(Words.sentence(each.why()))))
        .distinct()
        .limit(NOT_NOW);
  }

  private interface Told {
    Part.Step of(Action action);
  }

  private Stream<Part.Step> steps(Told told) {
    return plan.steps().stream()
        .map(step -> {
          var text = told.of(step.action());
          var after = step.after().isEmpty() ? "" : "after %s: ".formatted(joined(step.after()));
          return new Part.Step(
              step.number() + ".", (after + text.title()).strip(), text.sql(), text.notes());
        });
  }

  private Part.Step title(Action action) {
    return action instanceof Action.Follow(var all)
        ? Part.Step.of(all.getFirst().title() + others(all))
        : step(action);
  }

  private Part.Step whole(Action action) {
    var step = step(action);
    return new Part.Step(step.mark(), title(action).title(), step.sql(), step.notes());
  }

  private Part.Step step(Action action) {
    return switch (action) {
      case Action.Follow(var all) ->
          all.size() == 1
              ? shortened(
                  step(all.getFirst(), naming),
                  all.getFirst().isQuestion()
                      ? "statement below"
                      : "the SQL script has the statement")
              : step(all);
      case Action.Reload() -> reload();
      case Action.Restart() -> Part.Step.of("Restart the server");
      case Action.Autovacuum(long rows, var tables) ->
          Part.Step.of(
              "autovacuum removes the %s of %s by itself%s"
                  .formatted(
                      Quantities.counted(rows, "dead row"),
                      tables.size() == 1
                          ? tables.getFirst().name().sql()
                          : Quantities.counted(tables.size(), "table"),
                      beginning()));
    };
  }

  /// An error in a file keeps all of it from being loaded; only superusers may see which.
  private Part.Step reload() {
    var refused =
        "Where SHOW has the old value still, a configuration file has an error: the log names its"
            + " line, and so does pg_file_settings to a superuser.";
    var sql = Optional.of(new Part.Script(SettingSql.reload()));
    boolean mayBeHidden = evidence.survey().server().role().is(role -> !role.superuser());
    return new Part.Step(Part.Step.ARROW, "", sql, mayBeHidden ? List.of(refused) : List.of());
  }

  /// When autovacuum looks at a database next.
  private String beginning() {
    return evidence
        .survey()
        .settings()
        .milliseconds(Setting.AUTOVACUUM_NAPTIME)
        .map(naptime -> ", beginning within " + Quantities.seconds(naptime / MILLIS))
        .orElse("");
  }

  /// Recommendations of one kind: the statements of all, where these are few.
  private Part.Step step(List<Recommendation> all) {
    var first = step(all.getFirst(), naming);
    var statements =
        all.stream().flatMap(each -> each.sql().stream()).collect(Collectors.joining("\n"));
    boolean isWhole =
        statements.isEmpty() || (all.size() <= ALIKE && statements.length() <= 2 * SHORT_SQL);
    var together =
        isWhole
            ? Optional.<Part.Step>empty()
            : together(all, first.mark(), evidence, first.notes());
    return together.orElseGet(() ->
        new Part.Step(
            first.mark(),
            isWhole && first.title().isEmpty()
                ? ""
                : (first.title() + others(all) + (isWhole ? "" : " (the SQL script has them)"))
                    .strip(),
            isWhole && !statements.isEmpty()
                ? Optional.of(new Part.Script(statements))
                : first.sql().filter(each -> !isLong(each)),
            first.notes()));
  }

  /// One statement for all of a kind, where they differ in the table alone.
  static Optional<Part.Step> together(
      List<Recommendation> all, String mark, Evidence evidence, List<String> notes) {
    var title = all.getFirst().title() + others(all);
    return TogetherStatement.of(all, evidence)
        .map(sql -> new Part.Step(mark, title, Optional.of(sql), notes));
  }

  /// A step without a statement that is too long for a list.
  static Part.Step shortened(Part.Step step, String where) {
    return step.sql().filter(PlanSection::isLong).isEmpty()
        ? step
        : new Part.Step(
            step.mark(), "%s (%s)".formatted(step.title(), where), Optional.empty(), step.notes());
  }

  static boolean isLong(Part.Script statement) {
    return statement.sql().length() > SHORT_SQL;
  }

  private static String others(List<Recommendation> all) {
    if (all.size() == 1) {
      return "";
    }
    var holders = all.stream().skip(1).flatMap(each -> each.holder().stream()).toList();
    boolean isOfIndexes =
        all.stream().allMatch(each -> each.appliesTo() instanceof Subject.OfIndex);
    var others = Quantities.counted(all.size() - 1L, isOfIndexes ? "other index" : "other table");
    return holders.isEmpty()
        ? (all.getFirst().title().endsWith(".") ? " The same of %s." : " and the same of %s")
            .formatted(others)
        : " and the same of %s: %s"
            .formatted(
                Quantities.counted(holders.size(), "other " + holders.getFirst().noun()),
                holders.stream().map(HorizonHolder::name).collect(Collectors.joining(", ")));
  }

  /// Numbers in order; three and more that follow each other by the first and the last.
  private static String joined(List<Integer> numbers) {
    var text = new StringJoiner(", ");
    for (int from = 0, to; from < numbers.size(); from = to) {
      for (to = from + 1; to < numbers.size() && numbers.get(to) == numbers.get(to - 1) + 1; ) {
        to++;
      }
      if (to - from > 2) {
        text.add("%d to %d".formatted(numbers.get(from), numbers.get(to - 1)));
      } else {
        numbers.subList(from, to).forEach(each -> text.add(String.valueOf(each)));
      }
    }
    return text.toString();
  }

  /// One statement that does to many tables what each of theirs does to one: psql's `\gexec` runs
  /// them one by one. The server writes their names, which it knows by OID.
  static final class TogetherStatement {
    private TogetherStatement() {}

    /// Empty where the statements differ in more than the name, are of several databases, or where
    /// nobody read the tables' OIDs.
    static Optional<Part.Script> of(List<Recommendation> all, Evidence evidence) {
      var forms = all.stream().map(TogetherStatement::form).distinct().toList();
      var databases = all.stream().map(Recommendation::database).distinct().count();
      return forms.size() != 1 || databases != 1 || !evidence.isReadWhole()
          ? Optional.empty()
          : forms.getFirst().map(form -> new Part.Script(statement(form, all)));
    }

    private static String statement(String form, List<Recommendation> all) {
      var oids =
          all.stream()
              .map(each -> Long.toString(relation(each).orElseThrow().key().oid()))
              .collect(Collectors.joining(", "));
      return ("SELECT pg_catalog.format(%s, oid::pg_catalog.regclass) FROM pg_catalog.pg_class"
              + " WHERE oid IN (%s) \\gexec")
          .formatted(Identifiers.quotedLiteral(form), oids);
    }

    /// The statement with a place for the table's name.
    private static Optional<String> form(Recommendation each) {
      return relation(each)
          .flatMap(relation -> each.sql().flatMap(sql -> form(sql, relation.name().sql())));
    }

    private static Optional<String> form(String sql, String name) {
      int at = sql.indexOf(name);
      boolean isOnce = at >= 0 && sql.indexOf(name, at + 1) < 0 && sql.endsWith(";");
      return isOnce && !sql.contains("%") && !sql.contains("\\")
          ? Optional.of(sql.replace(name, "%s").replace(";", ""))
          : Optional.empty();
    }

    /// A rewrite is decided on table by table: nobody can use one meanwhile.
    private static Optional<Relation> relation(Recommendation each) {
      return each.appliesTo() instanceof Subject.OfRelation(var relation)
              && !(each.remedy() instanceof Remedy.RewriteTable)
          ? Optional.of(relation)
          : Optional.empty();
    }
  }
}
