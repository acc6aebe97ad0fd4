package org.vacuumadvisor.diagnosis;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.evidence.Question;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.unit.Quantities;
import org.vacuumadvisor.unit.Texts;
import org.vacuumadvisor.workload.Confidence;

/// A finding while a rule writes it.
public final class FindingBuilder extends FactWriter<FindingBuilder> {
  /// Why findings matter and what to do, by the id, or by it and one cause: "catalog-bloat churn".
  private static final Texts EXPLANATIONS =
      Texts.beside(
          FindingBuilder.class,
          "explanations.txt",
          "sure",
          "certain",
          "do",
          "more",
          "engine",
          "measured",
          "convention",
          "chosen");

  private final String id;
  private final Severity severity;
  private final Subject subject;
  private final List<Remedy> remedies = new ArrayList<>();
  private String headline = "";
  private String explanation = "";
  private Confidence confidence = Confidence.HIGH;
  private @Nullable String surer;

  FindingBuilder(String id, Severity severity, Subject subject) {
    this.id = id;
    this.severity = severity;
    this.subject = subject;
  }

  @Override
  FindingBuilder self() {
    return this;
  }

  /// One line, whole and readable alone, with places for figures.
  ///
  /// @param figures what stands there, if any do
  public FindingBuilder headline(String form, Object... figures) {
    headline = Texts.filled(form, inWords(figures));
    return this;
  }

  /// The explanation of one of the causes that the finding may have, with its limit and what to do;
  /// without any, as "" is, that of its id. The names, or figures, stand in place of each %s.
  public FindingBuilder explained(String cause, Object... names) {
    return explained(EXPLANATIONS.named((id + " " + cause).strip()), inWords(names));
  }

  private static Object[] inWords(Object... figures) {
    return Stream.of(figures).map(Quantities::inWords).toArray();
  }

  private FindingBuilder explained(Texts.Text told, Object... names) {
    for (var part : told.parts().subList(1, told.parts().size())) {
      var words = part.split(": ", 2);
      switch (words[0]) {
        case "sure" -> confidence(Confidence.valueOf(words[1].toUpperCase(Locale.ROOT)));
        case "certain" -> toBeCertain(words[1]);
        case "do" -> act(words[1], names);
        case "more" -> besides(words[1], names);
        default -> {
          var limit = Texts.filled(words[1], names).split(" \\| ", -1);
          var provenance = Provenance.valueOf(words[0].toUpperCase(Locale.ROOT));
          fact(Fact.limit(limit[0], limit[1], provenance, limit[2]));
        }
      }
    }
    return because(Texts.filled(told.sentences(), names));
  }

  /// What it means and why it matters, a few sentences, where these depend on what was found.
  public FindingBuilder because(String sentences) {
    explanation = sentences;
    return this;
  }

  /// High, unless said otherwise.
  public FindingBuilder confidence(Confidence other) {
    confidence = other;
    return this;
  }

  /// What would make it certain.
  public FindingBuilder toBeCertain(@Nullable String sentence) {
    surer = sentence;
    return this;
  }

  /// What would help, best first.
  public FindingBuilder remedy(Remedy remedy) {
    remedies.add(remedy);
    return this;
  }

  public FindingBuilder remedies(Collection<? extends Remedy> some) {
    remedies.addAll(some);
    return this;
  }

  public FindingBuilder remedies(Stream<? extends Remedy> some) {
    return remedies(some.toList());
  }

  /// A goal for a setting of the server.
  public FindingBuilder tune(Setting setting, Goal goal) {
    return remedy(new Remedy.Tune(setting, goal));
  }

  /// A goal for a setting of a table.
  public FindingBuilder tune(Relation relation, Setting setting, Goal goal) {
    return remedy(new Remedy.Tune(relation, setting, goal));
  }

  /// A figure to be shown.
  public FindingBuilder ask(Question question) {
    return remedy(new Remedy.Ask(question));
  }

  /// Something to do that is no SQL on this server: a sentence, with places for names where there
  /// are any.
  public FindingBuilder act(String what, Object... names) {
    return remedy(new Remedy.Act(what, names));
  }

  /// What to know besides about the last thing to do.
  public FindingBuilder besides(String sentences, Object... names) {
    var text = Texts.filled(sentences, names);
    return remedy(((Remedy.Act) remedies.removeLast()).besides(text));
  }

  /// What would tell more: it is not shown.
  public FindingBuilder asking(List<Question> questions) {
    var what = questions.stream().map(Question::what).collect(Collectors.joining(", "));
    return facts(
            questions.stream().map(each -> Fact.observed("not shown", each.what(), each.view())))
        .toBeCertain("Paste what shows %s, too.".formatted(what))
        .remedies(questions.stream().map(Remedy.Ask::new));
  }

  public Finding build() {
    if (explanation.isEmpty()) {
      EXPLANATIONS.ifAny(id).ifPresent(this::explained);
    }
    return new Finding(
        id, severity, subject, headline, list(), explanation, confidence, surer, remedies);
  }
}
