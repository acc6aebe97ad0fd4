package org.vacuumadvisor.story;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/// A story while it is told: what matters most is told first.
final class Telling {
  private static final int LONGEST = 5;

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
    return sentences.stream().limit(LONGEST).sorted(Comparator.comparing(Sentence::topic)).toList();
  }
}
