package org.vacuumadvisor.report.render;

import java.util.ArrayList;
import java.util.List;
import org.vacuumadvisor.report.Part;

/// Problems on a page of a terminal, in so many lines at most. The last ones give way first: they
/// lose their effects and steps, and are then only counted.
final class ProblemLines {
  private final Part.ProblemList list;
  private final Page page;
  private final TextRenderer renderer;

  private ProblemLines(Part.ProblemList list, Page page, TextRenderer renderer) {
    this.list = list;
    this.page = page;
    this.renderer = renderer;
  }

  static void write(Part.ProblemList list, Page page, TextRenderer renderer) {
    new ProblemLines(list, page, renderer).write();
  }

  private void write() {
    var cards = new ArrayList<>(list.cards());
    int lines = cards.stream().mapToInt(this::lines).sum();
    int told = (int) cards.stream().filter(ProblemLines::isTold).count();
    for (int at = cards.size() - 1; at > 0 && height(lines, told) > list.lines(); at--) {
      var whole = cards.set(at, headline(cards.get(at)));
      lines += lines(cards.get(at)) - lines(whole);
      told -= isTold(whole) ? 1 : 0;
    }
    while (cards.size() > 1 && height(lines, told) + 1 > list.lines()) {
      var last = cards.removeLast();
      lines -= lines(last);
      told -= isTold(last) ? 1 : 0;
    }
    Part.ProblemCard before = null;
    for (var card : cards) {
      if (before != null && (isTold(before) || isTold(card))) {
        page.space();
      }
      renderer.write(card, page);
      before = card;
    }
    int beyond = list.cards().size() - cards.size();
    if (beyond > 0) {
      page.beside(List.of(Span.plain("and %,d more in the details".formatted(beyond))));
    }
  }

  private static Part.ProblemCard headline(Part.ProblemCard card) {
    return new Part.ProblemCard(card.severity(), card.headline(), List.of(), List.of());
  }

  /// Whether there is more of it than a headline.
  private static boolean isTold(Part.ProblemCard card) {
    return !card.effects().isEmpty() || !card.steps().isEmpty();
  }

  private int lines(Part.ProblemCard card) {
    var draft = new Page(page.width(), TextRenderer.Colour.OFF);
    renderer.write(card, draft);
    return (int) draft.toString().lines().count();
  }

  /// With an empty line between those that are more than a headline.
  private static int height(int lines, int told) {
    return lines + Math.max(0, told - 1);
  }
}
