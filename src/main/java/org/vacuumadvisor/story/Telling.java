package org.vacuumadvisor.story;

import java.util.ArrayList;
import java.util.List;

/// A story while it is told.
final class Telling {
  private final List<Sentence> sentences = new ArrayList<>();

  void add(Sentence sentence) {
    sentences.add(sentence);
  }

  void add(Sentence.Topic topic, String template, Object... parts) {
    sentences.add(Sentence.of(topic, template, parts));
  }

  void first(String text) {
    sentences.addFirst(Sentence.of(Sentence.Topic.OUTCOME, text));
  }

  boolean isEmpty() {
    return sentences.isEmpty();
  }

  List<Sentence> sentences() {
    return sentences;
  }
}
