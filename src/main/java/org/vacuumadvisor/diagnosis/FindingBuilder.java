package org.vacuumadvisor.diagnosis;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.workload.Confidence;

/// A finding while a rule writes it.
public final class FindingBuilder {
  private final String id;
  private final Severity severity;
  private final Subject subject;
  private final String headline;
  private final List<Fact> evidence = new ArrayList<>();
  private final List<Remedy> remedies = new ArrayList<>();
  private String explanation = "";
  private Confidence confidence = Confidence.HIGH;
  private @Nullable String surer;

  FindingBuilder(String id, Severity severity, Subject subject, String headline) {
    this.id = id;
    this.severity = severity;
    this.subject = subject;
    this.headline = headline;
  }

  /// Adds to the proof; the deciding figure first.
  public FindingBuilder fact(Fact fact) {
    evidence.add(fact);
    return this;
  }

  public FindingBuilder facts(Collection<Fact> facts) {
    evidence.addAll(facts);
    return this;
  }

  /// What it means and why it matters, a few sentences.
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

  public Finding build() {
    return new Finding(
        id, severity, subject, headline, evidence, explanation, confidence, surer, remedies);
  }
}
