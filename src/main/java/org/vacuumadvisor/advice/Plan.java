package org.vacuumadvisor.advice;

import static org.vacuumadvisor.advice.Risk.TakesEffect.AFTER_RELOAD;
import static org.vacuumadvisor.advice.Risk.TakesEffect.AFTER_RESTART;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.vacuumadvisor.advice.Risk.TakesEffect;
import org.vacuumadvisor.advice.setting.SettingChange;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.FindingId;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.Subject;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.evidence.Question;
import org.vacuumadvisor.model.Excerpt;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.TableKeys;
import org.vacuumadvisor.postgres.AutovacuumState;
import org.vacuumadvisor.postgres.Setting;

/// What to do in which order, what waits for what, what comes by itself, and what not to do now.
///
/// @param steps in the order to do them
/// @param notNow what somebody may want to do and should not, as long as this is so
public record Plan(List<Step> steps, List<NotRecommended> notNow) {
  public Plan {
    steps = List.copyOf(steps);
    notNow = List.copyOf(notNow);
  }

  /// One step.
  ///
  /// @param number its place in the plan, from 1
  /// @param after numbers of the steps that it is of no use before
  public record Step(int number, Action action, List<Integer> after) {
    public Step {
      after = List.copyOf(after);
    }

    /// The recommendations that it follows; none where it is none's.
    public Stream<Recommendation> followed() {
      return action instanceof Action.Follow(var all) ? all.stream() : Stream.empty();
    }
  }

  /// What is to be done, or comes.
  public sealed interface Action {

    /// Do what is recommended: once, or alike for several tables.
    ///
    /// @param recommendations of one kind, at least one
    record Follow(List<Recommendation> recommendations) implements Action {
      public Follow {
        recommendations = List.copyOf(recommendations);
      }
    }

    /// Let the server read its configuration, once for all settings before it.
    record Reload() implements Action {}

    /// Restart the server, once for all settings that take it.
    record Restart() implements Action {}

    /// Autovacuum comes by itself and removes what was kept.
    ///
    /// @param rows how many dead rows the tables have
    /// @param tables those that are past their threshold
    record Autovacuum(long rows, List<Relation> tables) implements Action {
      public Autovacuum {
        tables = List.copyOf(tables);
      }
    }
  }

  /// The parts of a plan, first to last.
  public enum Stage {
    /// Whoever, or whatever, blocks cleanup or holds a lock is found, and goes.
    RELEASE,
    /// What keeps a server from stopping.
    RESCUE,
    /// A later minor release, and the index that a queue lacks, before anything is tuned.
    UPDATE,
    /// Settings of tables, then of the server: they hurt nobody.
    TABLES,
    SERVER,
    /// What is done once.
    VACUUM,
    /// What is no statement: in the application, in the operating system.
    ELSE,
    /// With the room for updates, which helps from the next pages on, or a rewrite.
    INDEXES,
    REWRITE,
    RESTART,
    /// What only looks.
    QUESTION;

    /// Where a recommendation belongs, whatever else is recommended.
    public static Stage of(Recommendation each) {
      if (each.answers().stream().anyMatch(Problems::isDamage)) {
        return RELEASE;
      }
      boolean isRescue = each.answers().stream().anyMatch(Problems::isEmergency);
      return switch (each.remedy()) {
        case Remedy.OfHorizon _, Remedy.OfLock _ -> RELEASE;
        case Remedy.FreezeDatabases _ -> RESCUE;
        case Remedy.Tune _ -> ofChange(each);
        case Remedy.ResetTable _ -> TABLES;
        case Remedy.Reload _ -> SERVER;
        case Remedy.VacuumNow _, Remedy.AnalyzeNow _, Remedy.AnalyzeDatabase _ -> VACUUM;
        case Remedy.RebuildIndex _ -> INDEXES;
        case Remedy.RewriteTable _ -> REWRITE;
        case Remedy.Act _ -> isRescue ? RESCUE : isFirst(each) ? UPDATE : ELSE;
        case Remedy.Inquire(_, var question, _)
            when isSearch(each) || question.equals(Question.PREPARED_LOCKS) ->
            RELEASE;
        case Remedy.Ask _, Remedy.Inquire _ -> isGrant(each) ? RELEASE : QUESTION;
      };
    }

    private static boolean isGrant(Recommendation each) {
      return each.sql().orElse("").startsWith("GRANT ");
    }

    private static boolean isFirst(Recommendation each) {
      return answers(each, FindingId.KNOWN_BUG)
          || answers(each, FindingId.STATS_LOST)
          || isQueue(each)
          || isDestroying(each)
          || isOfFile(each);
    }

    /// Whether it turns off what destroys data that is read.
    private static boolean isDestroying(Recommendation each) {
      return each.answers().stream()
          .anyMatch(found ->
              found.id().equals(FindingId.RISKY_SETTING) && found.severity() == Severity.CRITICAL);
    }

    /// Whether it makes the configuration file one that can be read.
    private static boolean isOfFile(Recommendation each) {
      return each.remedy() instanceof Remedy.Act
          && each.answers().stream()
              .anyMatch(found -> found.remedies().contains(new Remedy.Reload()));
    }

    private static boolean isQueue(Recommendation each) {
      return answers(each, "queue-without-index");
    }

    private static boolean answers(Recommendation each, String id) {
      return each.answers().stream().anyMatch(found -> found.id().equals(id));
    }

    private static Stage ofChange(Recommendation each) {
      return each.change().orElse(null) instanceof SettingChange.OfTable(_, var parameters)
          ? parameters.containsKey(Setting.FILLFACTOR.parameter()) ? INDEXES : TABLES
          : each.risk().takesEffect() == TakesEffect.AFTER_RESTART ? RESTART : SERVER;
    }
  }

  /// What can be said and done in one breath: the same change of other tables, the same action on
  /// others of one kin.
  private record Kind(Stage stage, Class<?> remedy, Object change, String because) {
    /// @param evidence what has to wait for a vacuum of its own table is of its own kind
    static Kind of(Recommendation each, Evidence evidence) {
      var tables =
          each.change().orElse(null) instanceof SettingChange.OfTable(_, var parameters)
              ? parameters.keySet()
              : Set.<String>of();
      boolean isOfTable =
          !tables.isEmpty()
              || (each.remedy() instanceof Remedy.OfTable of
                  && !(of instanceof Remedy.RewriteTable));
      boolean isWaiting = Waiting.behind(each.remedy(), evidence).isPresent();
      var stage = Stage.of(each);
      return new Kind(
          isWaiting && stage == Stage.RESCUE ? Stage.VACUUM : stage,
          each.remedy().getClass(),
          isOfTable && each.sql().isPresent() && !isWaiting
              ? tables
              : each.holder()
                  .<Object>map(holder -> List.of(holder.kin(), each.sql().isPresent()))
                  .or(() -> ofAnyTable(each))
                  .orElse(each),
          each.answers().getFirst().id());
    }

    /// What a person is to do about a table, without the name of it.
    private static Optional<Object> ofAnyTable(Recommendation each) {
      return each.remedy() instanceof Remedy.Act(var form, var names, _)
              && each.appliesTo() instanceof Subject.OfRelation(var relation)
          ? Optional.of(
              List.of(
                  form, names.stream().filter(of -> !of.equals(relation.name().sql())).toList()))
          : Optional.empty();
    }
  }

  /// The plan for what was found.
  ///
  /// Pure: what is withheld, and who blocks cleanup, is known to the assessment.
  static Plan of(Assessment assessment) {
    return new Writer(assessment).plan();
  }

  /// Whether a person has more than one thing to do; showing what is missing is none.
  public boolean hasOrder() {
    return steps.stream().filter(each -> isWork(each.action())).count() > 1;
  }

  /// Whether it has the server read its configuration.
  public static boolean isReload(Recommendation each) {
    return each.remedy() instanceof Remedy.Reload;
  }

  /// Whether it looks for whoever holds something back, of whom nothing is known.
  private static boolean isSearch(Recommendation each) {
    return each.remedy() instanceof Remedy.Inquire(_, var question, _)
        && question.equals(Question.HOLDERS);
  }

  private static boolean isWork(Action action) {
    return switch (action) {
      case Action.Follow(var all) -> Stage.of(all.getFirst()) != Stage.QUESTION;
      case Action.Reload _, Action.Restart _ -> true;
      case Action.Autovacuum _ -> false;
    };
  }

  /// The numbers of the steps that answer one of these findings.
  public List<Integer> stepsFor(Stream<Finding> findings) {
    var wanted = findings.collect(Collectors.toSet());
    return numbers(steps, each -> each.answers().stream().anyMatch(wanted::contains));
  }

  /// What answers a problem: its own recommendations, or else those of other problems that answer
  /// what follows from it.
  public List<Recommendation> answersTo(Problem problem) {
    var numbers = stepsFor(problem.findings());
    return problem.recommendations().isEmpty()
        ? steps.stream()
            .filter(each -> numbers.contains(each.number()))
            .flatMap(Step::followed)
            .toList()
        : problem.recommendations();
  }

  /// What was withheld from a problem.
  public Stream<NotRecommended> withheldFrom(Problem problem) {
    var wanted = problem.findings().collect(Collectors.toSet());
    return notNow.stream().filter(each -> each.answers().stream().anyMatch(wanted::contains));
  }

  /// The number of the step that follows a recommendation; empty where none does.
  public Optional<Integer> number(Recommendation recommendation) {
    return numbers(steps, recommendation::equals).stream().findFirst();
  }

  private static List<Integer> numbers(List<Step> steps, Predicate<Recommendation> which) {
    return steps.stream()
        .filter(each -> each.followed().anyMatch(which))
        .map(Step::number)
        .toList();
  }

  /// A plan while it is being written.
  private static final class Writer {
    private final Assessment assessment;
    private final Evidence evidence;
    private final List<Step> steps = new ArrayList<>();

    Writer(Assessment assessment) {
      this.assessment = assessment;
      this.evidence = assessment.evidence();
    }

    Plan plan() {
      var places = new HashMap<Finding, Integer>();
      assessment.findings().forEach(each -> places.putIfAbsent(each, places.size()));
      var felt = HeldHorizon.felt(evidence);
      var kinds =
          assessment.recommendations().stream()
              .filter(each -> each.answers().stream().anyMatch(Problems::isProblem))
              .sorted(
                  Comparator.comparing(Stage::of)
                      .thenComparing(each -> !(each.remedy() instanceof Remedy.CancelWaiter))
                      .thenComparing(each -> Waiting.behind(each.remedy(), evidence).isPresent())
                      .thenComparing(Plan::isSearch)
                      .thenComparing(each -> each.holder().filter(felt.negate()).isPresent())
                      .thenComparing(Recommendation::isWait)
                      .thenComparing(Plan::isReload)
                      .thenComparing(each -> !Stage.isGrant(each))
                      .thenComparing(
                          each -> places.getOrDefault(each.answers().getFirst(), places.size())))
              .collect(
                  Collectors.groupingBy(
                      each -> Kind.of(each, evidence), LinkedHashMap::new, Collectors.toList()));
      var urgent = kinds.values().stream().flatMap(List::stream).filter(this::isUrgent).toList();
      var first =
          kinds.values().stream()
              .filter(each ->
                  each.stream()
                      .anyMatch(before ->
                          urgent.stream()
                              .anyMatch(it -> it.equals(before) || waitsFor(it, before))))
              .toList();
      // what is set is loaded before anything is done that goes by it
      first.stream().filter(Writer::isSetting).forEach(this::follow);
      reload();
      first.stream().filter(each -> !isSetting(each)).forEach(this::follow);
      kinds.values().removeAll(first);
      for (var stage : Stage.values()) {
        kinds.entrySet().stream()
            .filter(each -> each.getKey().stage() == stage)
            .forEach(each -> follow(each.getValue()));
        switch (stage) {
          case SERVER -> reload();
          case RESTART -> add(new Action.Restart(), numbers(each -> isSet(each, AFTER_RESTART)));
          case ELSE -> comesByItself();
          default -> {}
        }
      }
      return new Plan(
          steps,
          assessment.notRecommended().stream()
              .filter(each -> each.answers().stream().anyMatch(Problems::isProblem))
              .toList());
    }

    private void follow(List<Recommendation> kind) {
      append(
          new Action.Follow(kind),
          numbers(before -> kind.stream().anyMatch(each -> waitsFor(each, before))));
    }

    private static boolean isSetting(List<Recommendation> kind) {
      return Stage.of(kind.getFirst()).compareTo(Stage.SERVER) <= 0;
    }

    /// Has the server read what was set since it last did, unless that is recommended by itself.
    private void reload() {
      int loaded =
          steps.stream()
              .filter(each -> each.action() instanceof Action.Reload)
              .mapToInt(Step::number)
              .max()
              .orElse(0);
      if (numbers(Plan::isReload).isEmpty()) {
        add(
            new Action.Reload(),
            numbers(each -> isSet(each, AFTER_RELOAD)).stream()
                .filter(each -> each > loaded)
                .toList());
      }
    }

    /// Whether it belongs to a problem that cannot wait for others, and would not itself wait for a
    /// vacuum, which settings make faster.
    private boolean isUrgent(Recommendation each) {
      return assessment.problems().stream()
          .filter(problem -> problem.severity() == Severity.CRITICAL)
          .filter(_ -> Waiting.behind(each.remedy(), evidence).isEmpty())
          .flatMap(Problem::findings)
          .anyMatch(each.answers()::contains);
    }

    /// What is of no use before it gets a place only where there is something to wait for.
    private void add(Action action, List<Integer> after) {
      if (!after.isEmpty()) {
        append(action, after);
      }
    }

    private void append(Action action, List<Integer> after) {
      steps.add(new Step(steps.size() + 1, action, after));
    }

    /// Autovacuum comes to tables that are past their threshold once nothing keeps it away; to one
    /// that somebody locks, whom no step ends, it does not, nor after a question.
    private void comesByItself() {
      var locked =
          assessment.findings().stream()
              .filter(each -> each.id().equals(FindingId.LOCK_BLOCKED))
              .map(Finding::subject)
              .collect(Collectors.toSet());
      var tables = new ArrayList<Relation>();
      var after = new TreeSet<Integer>();
      for (var table : evidence.pastVacuumThreshold()) {
        var keepers = numbers(each -> keepsFrom(table, each));
        boolean isSwitchedOff =
            evidence.options(table).state() != AutovacuumState.ON
                && keepers.stream().noneMatch(number -> isSwitch(steps.get(number - 1), table));
        boolean isLocked =
            locked.contains(new Subject.OfRelation(table))
                && numbers(each -> each.remedy() instanceof Remedy.OfLock && keepsFrom(table, each))
                    .isEmpty();
        boolean isAsked = !numbers(each -> each.isQuestion() && keepsFrom(table, each)).isEmpty();
        if (!keepers.isEmpty() && !isSwitchedOff && !isLocked && !isAsked) {
          tables.add(table);
          after.addAll(keepers);
        }
      }
      long rows = tables.stream().mapToLong(each -> each.get(TableKeys.N_DEAD_TUP).or(0L)).sum();
      add(new Action.Autovacuum(rows, tables), List.copyOf(after));
    }

    private List<Integer> numbers(Predicate<Recommendation> done) {
      return Plan.numbers(steps, done);
    }

    private static boolean isSet(Recommendation each, TakesEffect when) {
      return each.change().orElse(null) instanceof SettingChange.OfServer
          && each.sql().isPresent()
          && each.risk().takesEffect() == when;
    }

    /// Cleanup has to be free before it is made faster, and the cause of bloat be gone before the
    /// bloat is.
    private static boolean waitsFor(Recommendation later, Recommendation before) {
      boolean isHeld =
          !(later.remedy() instanceof Remedy.Act)
              && before.answers().stream()
                  .anyMatch(holder -> HeldHorizon.isInVain(later.remedy(), holder));
      boolean isRewritten =
          later.remedy() instanceof Remedy.RewriteTable
              || later.remedy() instanceof Remedy.RebuildIndex;
      boolean isQueue =
          later.remedy() instanceof Remedy.Tune(_, Setting setting, _)
              && setting == Setting.AUTOVACUUM_NAPTIME
              && Stage.isQueue(before);
      boolean isLocked =
          later.remedy() instanceof Remedy.FreezeDatabases freeze
              && before.answers().stream()
                  .filter(
                      each -> each.id().equals(FindingId.LOCK_BLOCKED) || Problems.isDamage(each))
                  .anyMatch(each ->
                      each.subject() instanceof Subject.OfRelation(var table)
                          && (freeze.databases().contains(table.name().database())
                              || !Excerpt.isTold(table.name().database())));
      return isHeld
          || isLocked
          || (isReload(later) && (isSet(before, AFTER_RELOAD) || Stage.isOfFile(before)))
          || isQueue
          || (isRewritten
              && Stage.of(before).compareTo(Stage.of(later)) < 0
              && Problems.isSameTable(before.appliesTo(), later.appliesTo()));
    }

    private static boolean keepsFrom(Relation table, Recommendation each) {
      return switch (each.remedy()) {
        case Remedy.OfHorizon _ ->
            each.answers().stream().anyMatch(holder -> HeldHorizon.covers(holder, table));
        case Remedy.OfLock _ ->
            Problems.isSameTable(each.appliesTo(), new Subject.OfRelation(table));
        default -> isSwitch(each, table);
      };
    }

    private static boolean isSwitch(Step step, Relation table) {
      return step.action() instanceof Action.Follow follow
          && follow.recommendations().stream().anyMatch(each -> isSwitch(each, table));
    }

    private static boolean isSwitch(Recommendation each, Relation table) {
      return switch (each.remedy()) {
        case Remedy.ResetTable(var relation, var parameters) ->
            relation.key().equals(table.key()) && parameters.contains("autovacuum_enabled");
        case Remedy.Tune(_, var setting, _) ->
            setting == Setting.AUTOVACUUM || setting == Setting.TRACK_COUNTS;
        default -> false;
      };
    }
  }
}
