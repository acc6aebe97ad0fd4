package org.vacuumadvisor.diagnosis.rule;

import java.time.Duration;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.action.Preconditions;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Goal;
import org.vacuumadvisor.diagnosis.KeptRows;
import org.vacuumadvisor.diagnosis.Names;
import org.vacuumadvisor.diagnosis.PassedBy;
import org.vacuumadvisor.diagnosis.Rule;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.evidence.Question;
import org.vacuumadvisor.evidence.VacuumAtWork;
import org.vacuumadvisor.model.Excerpt;
import org.vacuumadvisor.model.Excerpt.Figure;
import org.vacuumadvisor.model.Excerpt.Kind;
import org.vacuumadvisor.model.HorizonHolder;
import org.vacuumadvisor.model.HorizonHolder.DeferredCleanup;
import org.vacuumadvisor.model.HorizonHolder.PreparedTransaction;
import org.vacuumadvisor.model.HorizonHolder.Session;
import org.vacuumadvisor.model.HorizonHolder.Slot;
import org.vacuumadvisor.model.HorizonHolder.Standby;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.unit.Quantities;
import org.vacuumadvisor.unit.XidAge;

/// What pasted figures of a server's sessions, workers and holders show a part of and leave open,
/// and what exactly would settle it.
record ServerQuestions(Evidence evidence, Rule rule) {
  /// For so long its table keeps what dies meanwhile. Our choice.
  private static final Duration SLOW = Duration.ofDays(2);

  /// A worker that is at one table for so long keeps it from others for many naps. Our choice.
  private static final Duration BOUND = Duration.ofDays(1);

  /// Fewer are cancelled by a lock now and then. Our choice.
  private static final long MANY_CANCELLED = 100;

  /// So many at once are no coincidence. Our choice.
  private static final long MANY_IDLE = 10;

  /// What tells since when a session is in its transaction, how far back it reaches, or that a
  /// transcript began it, of which its runs tell what it keeps.
  private static final Set<String> TELLING =
      Set.of(
          ("xact_start query_start state_change xact_age query_age state_age duration backend_xid"
                  + " backend_xmin xid_age xmin_age ended begun blocks")
              .split(" ", -1));

  Stream<Finding> findings() {
    return Stream.of(
            LockQuestion.of(evidence, rule)
                .or(this::ofSessions)
                .or(this::ofAge)
                .or(this::ofSlots)
                .or(this::ofFigures),
            SlotQuestion.of(evidence, rule),
            ofWorkers().or(this::ofPace))
        .flatMap(Optional::stream);
  }

  /// Sessions are idle in transaction, and nobody showed since when, or what they hold.
  private Optional<Finding> ofSessions() {
    long idle =
        evidence.excerpt().stream()
            .flatMap(each -> each.rows().stream())
            .map(Excerpt.Row::figures)
            .filter(each ->
                Optional.ofNullable(each.get("state"))
                    .filter(state -> state.value().startsWith("idle in transaction"))
                    .isPresent())
            .filter(each -> Collections.disjoint(each.keySet(), TELLING))
            .mapToLong(each -> counted(each.get("sessions")))
            .sum();
    return Optional.of(idle)
        .filter(some -> some > 0)
        .map(some ->
            rule.advice(
                    "%s idle in transaction: since when is not shown",
                    Quantities.counted(some, "session"))
                .observed("idle in transaction", some, "pg_stat_activity.state")
                .explained("idle")
                .asking(List.of(Question.SESSIONS))
                .build());
  }

  /// A few of those that are only counted may just have begun.
  private static long counted(@Nullable Figure sessions) {
    if (sessions == null) {
      return 1;
    }
    long all = sessions.value().isEmpty() ? 0 : Long.parseLong(sessions.value());
    return all >= MANY_IDLE ? all : 0;
  }

  /// A figure that is too large, and what explains it was not shown.
  private record Unexplained(String column, long most, String headline, Question question) {}

  private static final List<Unexplained> UNEXPLAINED =
      List.of(
          new Unexplained(
              "oldest_xmin_age",
              KeptRows.FREEZE_MAX_AGE,
              "The oldest xmin is %s transactions old: who holds it is not shown",
              Question.HOLDERS),
          new Unexplained(
              "conflicts",
              MANY_CANCELLED,
              "Queries on this standby were cancelled %s times: for what is not shown",
              Question.named("CONFLICTS")));

  private Optional<Finding> ofFigures() {
    return UNEXPLAINED.stream()
        .flatMap(each ->
            evidence.excerpt().stream()
                .flatMap(shown -> shown.figures(each.column()))
                .filter(figure -> !figure.value().isEmpty())
                .map(figure -> Long.parseLong(figure.value()))
                .filter(figure -> figure > each.most())
                .limit(1)
                .map(figure ->
                    rule.warning(each.headline(), figure)
                        .observed(each.column(), figure, "as shown")
                        .explained("unexplained")
                        .asking(List.of(each.question()))
                        .build()))
        .findFirst();
  }

  /// Somebody holds a horizon, and nobody showed how old it is.
  private Optional<Finding> ofAge() {
    return evidence.holders().stream()
        .filter(each -> each.xid().isKnown() && !each.age().isKnown() && isToldByAge(each))
        .findFirst()
        .map(each ->
            rule.advice(
                    "%s holds a snapshot: how old it is is not shown", Names.capital(each.called()))
                .observed("oldest transaction ID it keeps", each.xid())
                .explained("age")
                .asking(List.of(Question.HOLDERS))
                .build());
  }

  /// Whether nothing but its age makes it a matter.
  private static boolean isToldByAge(HorizonHolder holder) {
    return switch (holder) {
      case Session session ->
          !session.since().isKnown() && !session.backend().isIdleInTransaction();
      case Slot slot -> slot.consumer().active().or(false) && !slot.keepsCatalogsOnly();
      case Standby _ -> true;
      case PreparedTransaction _, DeferredCleanup _ -> false;
    };
  }

  /// A slot holds a horizon far back, and nobody showed whether it is read.
  private Optional<Finding> ofSlots() {
    return evidence.holders().stream()
        .filter(each -> each instanceof Slot slot && !slot.consumer().active().isKnown())
        .filter(each -> each.isOlderThan(Preconditions.AGE_LIMIT))
        .findFirst()
        .map(each ->
            rule.found(
                    each.isOlderThan(new XidAge(KeptRows.FREEZE_MAX_AGE))
                        ? Severity.WARNING
                        : Severity.ADVICE,
                    "%s keeps what died in the last %s transactions: whether anybody reads it is"
                        + " not shown",
                    Names.capital(each.called()),
                    Quantities.rounded(each.age().or(XidAge.NONE).count()))
                .observed("age of what it keeps", each.age())
                .explained("slots")
                .asking(List.of(Question.SLOTS))
                .build());
  }

  /// A vacuum that needs days more, and nobody showed what slows it.
  private Optional<Finding> ofPace() {
    return VacuumAtWork.of(evidence).stream()
        .filter(each -> each.left().filter(left -> left.compareTo(SLOW) > 0).isPresent())
        .findFirst()
        .map(each ->
            rule.advice(
                    "A vacuum needs %s more for this phase alone at its pace: what slows it is not"
                        + " shown",
                    each.left().orElseThrow())
                .observed("of the phase", each.done().orElseThrow(), "pg_stat_progress_vacuum")
                .explained("pace")
                .asking(List.of(Question.SETTINGS, Question.WORKERS))
                .build());
  }

  /// All workers of autovacuum are busy, and nobody showed whether tables wait for one.
  private Optional<Finding> ofWorkers() {
    var settings = evidence.settings();
    int busy = evidence.workers().size();
    if (busy < settings.mostWorkers() || evidence.shows(Kind.TABLES) || evidence.isStandby()) {
      return Optional.empty();
    }
    boolean isAssumed = settings.value(Setting.AUTOVACUUM_MAX_WORKERS).isEmpty();
    var most = isAssumed ? "by default the most there are" : "the most there can be";
    var running = VacuumAtWork.of(evidence).stream().flatMap(each -> each.running().stream());
    var times = running.sorted(Comparator.reverseOrder()).limit(busy).toList();
    boolean areBound = times.size() == busy && times.getLast().compareTo(BOUND) >= 0;
    var delay = settings.milliseconds(Setting.AUTOVACUUM_VACUUM_COST_DELAY);
    var found =
        areBound
            ? rule.warning(
                "%s workers of autovacuum are busy, %s, each for %s or longer: meanwhile no other"
                    + " table is vacuumed",
                busy, most, times.getLast())
            : rule.advice(
                "%s workers of autovacuum are busy, %s: which tables wait for one is not shown",
                busy, most);
    if (areBound && delay.orElse(0.0) > 0) { // the runs of now go on faster
      found.tune(
          Setting.AUTOVACUUM_VACUUM_COST_LIMIT, new Goal.WaitAtMost(PassedBy.naps(evidence)));
    }
    var questions = List.of(Question.SETTINGS, Question.PROGRESS, Question.TABLES);
    return Optional.of(
        found
            .observed("workers busy", Integer.toString(busy), "pg_stat_activity", "backend_type")
            .explained(areBound ? "bound" : "workers")
            .asking(areBound ? questions.subList(delay.isEmpty() ? 0 : 1, 3) : questions.reversed())
            .build());
  }
}
