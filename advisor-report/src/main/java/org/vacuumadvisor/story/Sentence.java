package org.vacuumadvisor.story;

import java.util.List;
import java.util.stream.Stream;

/// A sentence of a story, and the figures in it.
///
/// @param text one sentence, with its full stop; names in it are as the server has them
/// @param figures every number in the text that is no part of a name, in no order
public record Sentence(Topic topic, String text, List<Figure> figures) {

  /// What a sentence is about, in the order in which a story tells.
  public enum Topic {
    OUTCOME,
    KEPT,
    SURPRISE,
    COST,
    TREND
  }

  public Sentence {
    figures = List.copyOf(figures);
  }

  /// @param template the text, with `%s` where a figure or a name stands
  static Sentence of(Topic topic, String template, Object... parts) {
    var text = new StringBuilder();
    int from = 0;
    for (var part : parts) {
      int hole = template.indexOf("%s", from);
      text.append(template, from, hole).append(part instanceof Figure f ? f.text() : part);
      from = hole + 2;
    }
    text.append(template, from, template.length());
    return new Sentence(
        topic,
        text.toString(),
        Stream.of(parts).filter(Figure.class::isInstance).map(Figure.class::cast).toList());
  }

  Sentence and(Sentence more) {
    return new Sentence(
        topic, text + more.text, Stream.concat(figures.stream(), more.figures.stream()).toList());
  }

  Sentence and(String template, Object... parts) {
    return and(of(topic, template, parts));
  }
}
