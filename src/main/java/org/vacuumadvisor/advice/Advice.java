package org.vacuumadvisor.advice;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.vacuumadvisor.action.Harm;
import org.vacuumadvisor.action.Preconditions;
import org.vacuumadvisor.advice.setting.Asked;
import org.vacuumadvisor.advice.setting.ClosedForm;
import org.vacuumadvisor.advice.setting.SettingChange;
import org.vacuumadvisor.advice.setting.Tuner;
import org.vacuumadvisor.diagnosis.Examination;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Judgement;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.model.HorizonHolder;
import org.vacuumadvisor.postgres.SettingValue;

/// Turns findings into an assessment: each remedy becomes a recommendation, or is withheld with the
/// reason.
public final class Advice {
  private Advice() {}

  public static Assessment on(Evidence evidence, Examination said) {
    var findings = said.findings();
    var preconditions = new Preconditions(evidence.survey(), harmful(findings));
    var actions = new HorizonRemedies(evidence.survey(), preconditions);
    var refusals = new Refusals(findings, actions, evidence);
    var asked = new ArrayList<Asked>();
    var withheld = new ArrayList<NotRecommended>();
    for (var finding : findings) {
      for (var remedy : finding.remedies()) {
        for (var each : asked(finding, remedy, new ClosedForm(evidence))) {
          refusals
              .against(each)
              .ifPresentOrElse(withheld::add, () -> asked.add(loaded(each, evidence)));
          refusals.instead(each).ifPresent(other -> asked.add(Asked.of(finding, other)));
        }
      }
    }
    var recommended =
        Tuner.tuned(evidence, asked, change -> refusals.against(change).isEmpty()).stream()
            .map(each -> new Prescription(each, actions, evidence).recommendation())
            .toList();
    var led = leadingFirst(findings, evidence);
    var once = withoutTwins(recommended, actions.preconditions());
    var problems = Problems.of(led, once);
    return new Assessment(
        evidence,
        Judgement.of(said, evidence),
        problems,
        Problems.inTheirOrder(led, problems),
        once,
        NotRecommended.once(
            Stream.concat(new CommonMistakes(findings, evidence).warnings(), withheld.stream())),
        List.of());
  }

  private static Set<HorizonHolder> harmful(List<Finding> findings) {
    return findings.stream()
        .flatMap(each -> each.remedies().stream())
        .flatMap(each ->
            each instanceof Remedy.EndSession(var session, Harm harm)
                    && harm == Harm.VACUUM_KEPT_ROWS
                ? Stream.of(session)
                : Stream.empty())
        .collect(Collectors.toSet());
  }

  /// What a remedy comes to: a goal, to any number of changes; each other one, to itself.
  private static List<Asked> asked(Finding finding, Remedy remedy, ClosedForm arithmetic) {
    var asked = Asked.of(finding, remedy);
    return remedy instanceof Remedy.Tune tune
        ? arithmetic.of(tune).stream().map(asked::with).toList()
        : List.of(asked);
  }

  /// A setting that is written already is not to be written again, but loaded.
  private static Asked loaded(Asked asked, Evidence evidence) {
    boolean isWritten =
        asked.change().orElse(null) instanceof SettingChange.OfServer(var setting, _)
            && evidence.settings().value(setting).flatMap(SettingValue::waitsForReload).isPresent();
    return isWritten ? Asked.of(asked.finding(), new Remedy.Reload()) : asked;
  }

  /// Whoever holds the horizon is told before what must wait until it is let go, and is as urgent;
  /// first of them who is proven to, by the cutoff of a vacuum, and who keeps rows where vacuum has
  /// something to do.
  private static List<Finding> leadingFirst(List<Finding> findings, Evidence evidence) {
    var delayed = findings.stream().filter(each -> !HeldHorizon.isOne(each)).toList();
    var urgency = new IdentityHashMap<Finding, Severity>();
    findings.forEach(each -> urgency.put(each, urgency(each, delayed)));
    var felt = HeldHorizon.felt(evidence);
    return findings.stream()
        .sorted(
            Comparator.<Finding, Severity>comparing(each -> urgency.get(each))
                .thenComparing(each -> !HeldHorizon.isOne(each))
                .thenComparing(each -> each.holders().noneMatch(evidence::isAtCutoff))
                .thenComparing(each -> each.holders().noneMatch(felt)))
        .toList();
  }

  private static Severity urgency(Finding finding, List<Finding> delayed) {
    return !HeldHorizon.isOne(finding)
        ? finding.severity()
        : delayed.stream()
            .filter(other -> HeldHorizon.mustWait(other, finding))
            .map(Finding::severity)
            .reduce(finding.severity(), (one, other) -> one.compareTo(other) < 0 ? one : other);
  }

  /// A setting of the server, and each of a table, has one value: the first finding, which is the
  /// worst, decides it.
  ///
  /// @param shared what does for others: the first of those that one statement ends, a rewrite
  private static Object subject(Recommendation recommendation, Map<Object, Object> shared) {
    var remedy = recommendation.remedy();
    return recommendation
        .change()
        .map(SettingChange::subject)
        .or(() -> remedy.ended().map(session -> shared.getOrDefault(session, session)))
        .orElseGet(() ->
            switch (remedy) {
              case Remedy.RebuildIndex index -> shared.getOrDefault(index.relation().key(), index);
              case Remedy.Inquire(_, var question, var database) -> List.of(question, database);
              default -> remedy;
            });
  }

  /// What several findings ask for, or what reads the same, is recommended once, for all. A session
  /// is ended once, whether it holds the horizon or a lock, and one statement ends its kin. A table
  /// that is rewritten needs no index rebuilt.
  private static List<Recommendation> withoutTwins(
      List<Recommendation> all, Preconditions preconditions) {
    var shared = new HashMap<Object, Object>();
    for (var each : all) {
      if (each.remedy() instanceof Remedy.EndSession(var session, _) && each.sql().isPresent()) {
        shared.put(session.backend(), preconditions.endedWith(session).getFirst());
      } else if (each.remedy() instanceof Remedy.RewriteTable table && each.sql().isPresent()) {
        shared.put(table.relation().key(), table);
      }
    }
    return joined(
        joined(all, each -> subject(each, shared)),
        each ->
            each.isQuestion() && each.sql().isPresent()
                ? each.sql()
                : List.of(each.title(), each.database(), each.sql(), each.how()));
  }

  private static List<Recommendation> joined(
      List<Recommendation> all, Function<Recommendation, Object> key) {
    return all.stream()
        .collect(Collectors.groupingBy(key, LinkedHashMap::new, Collectors.toList()))
        .values()
        .stream()
        .map(Advice::joined)
        .toList();
  }

  private static Recommendation joined(List<Recommendation> twins) {
    // a lock that is in the way is proof enough, where the horizon's holder has to be asked for
    var told =
        twins.stream()
            .filter(each -> each.sql().isPresent())
            .min(
                Comparator.<Recommendation, Boolean>comparing(
                        each -> !(each.remedy() instanceof Remedy.RewriteTable))
                    .thenComparing(each -> each.risk().equals(Risk.NONE))
                    .thenComparing(each -> each.holder().isEmpty()))
            .orElse(twins.getFirst());
    return told.alsoFor(twins);
  }
}
