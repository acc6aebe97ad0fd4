package org.vacuumadvisor.advice;

import static java.util.stream.Collectors.groupingBy;
import static java.util.stream.Collectors.toList;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Subject;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.unit.Texts;

/// A change that is withheld on purpose.
///
/// @param what the change someone might expect: "a lower autovacuum_vacuum_scale_factor"
/// @param why what speaks against it, a whole sentence
/// @param answers the findings it would be made for
/// @param waitsFor who has to let cleanup go before it is of use; empty where it is of no use
///   anyway
public record NotRecommended(
    String what, Subject subject, String why, List<Finding> answers, Optional<Finding> waitsFor) {
  private static final Texts REFUSALS = Texts.beside(NotRecommended.class, "refusals.txt", "what");

  public NotRecommended {
    answers = List.copyOf(answers);
  }

  /// What is withheld whatever was found.
  public NotRecommended(String what, Subject subject, String why) {
    this(what, subject, why, List.of(), Optional.empty());
  }

  NotRecommended(String what, Relation relation, String why) {
    this(what, new Subject.OfRelation(relation), why);
  }

  NotRecommended(Setting setting, String value, String why) {
    this("%s = %s".formatted(setting.parameter(), value), new Subject.Cluster(), why);
  }

  /// What a block of `refusals.txt` says.
  ///
  /// @param figures for the places in it
  static NotRecommended said(String name, Subject subject, Object... figures) {
    return new NotRecommended(
        REFUSALS.named(name).first("what").orElseThrow(),
        subject,
        REFUSALS.sentence(name, figures));
  }

  /// What people often do upon a finding with this id; empty where nothing is known.
  static Optional<NotRecommended> upon(String id, Subject subject) {
    return REFUSALS.ifAny(id).map(_ -> said(id, subject));
  }

  NotRecommended answering(Finding finding) {
    return new NotRecommended(what, subject, why, List.of(finding), waitsFor);
  }

  NotRecommended until(Finding holder) {
    return new NotRecommended(what, subject, why, answers, Optional.of(holder));
  }

  private record Sentence(String what, Subject subject, String why) {}

  static List<NotRecommended> once(Stream<NotRecommended> all) {
    return all
        .collect(
            groupingBy(
                each -> new Sentence(each.what, each.subject, each.why),
                LinkedHashMap::new,
                toList()))
        .values()
        .stream()
        .map(NotRecommended::together)
        .toList();
  }

  private static NotRecommended together(List<NotRecommended> alike) {
    var one = alike.getFirst();
    return new NotRecommended(
        one.what,
        one.subject,
        one.why,
        alike.stream().flatMap(each -> each.answers.stream()).distinct().toList(),
        one.waitsFor);
  }
}
