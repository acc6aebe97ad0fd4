package org.vacuumadvisor.report.render;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.report.Part;
import org.vacuumadvisor.report.PrintableSql;
import org.vacuumadvisor.report.Report;
import org.vacuumadvisor.report.TerminalText;

/// A report for a terminal, or for a file that is read like one. Nothing of it can command a
/// terminal but our own colours.
///
/// @param width columns, 80 to 120
public record TextRenderer(int width, Colour colour) implements Renderer {
  public static final int NARROWEST = 80;
  public static final int WIDEST = 120;
  private static final int LONGEST_LABEL = 24;

  /// Whether words are coloured.
  public enum Colour {
    ON,
    OFF
  }

  /// @throws IllegalArgumentException for a width out of range
  public TextRenderer {
    if (width < NARROWEST || width > WIDEST) {
      throw new IllegalArgumentException("a report is 80 to 120 columns wide, not " + width);
    }
  }

  @Override
  public String render(Report report) {
    var page = new Page(width, colour);
    for (var part : report.parts()) {
      page.space();
      write(part, page);
    }
    return page.toString();
  }

  private void write(Part part, Page page) {
    switch (part) {
      case Part.Verdict(var worst, var text) ->
          page.text(
              List.of(
                  new Span(
                      worst.filter(each -> each != Severity.INFO).map(Ink::of).orElse(Ink.FINE),
                      text)));
      case Part.Heading(var text) -> page.heading(text);
      case Part.Paragraph(var text) -> page.text(List.of(Span.plain(text)));
      case Part.Grid grid -> write(grid, page);
      case Part.ProblemCard card -> write(card, page);
      case Part.StepList(var intro, var steps) -> {
        page.text(plain(intro));
        steps.forEach(step -> write(step, page));
      }
      case Part.FindingCard card -> write(card, page);
      case Part.Folded folded -> write(folded, page);
      case Part.RecommendationCard card -> write(card, page);
      case Part.Omitted(var how, var what, var text, var remedy) -> {
        page.beside(new Span(Ink.STRONG, how.word()), List.of(new Span(Ink.STRONG, what)));
        page.beside(plain(text));
        remedy.ifPresent(sql -> page.beside(List.of(new Span(Ink.SQL, sql))));
      }
      case Part.Bars bars -> TextBars.write(bars, page);
      case Part.Lines lines -> TextLines.write(lines, page);
      case Part.Script script -> write(Span.plain(""), script, page);
    }
  }

  private static void write(Part.Grid grid, Page page) {
    var head = grid.columns().stream().map(each -> new Span(Ink.FAINT, each.title())).toList();
    var rows = grid.rows().stream().map(row -> row.stream().map(Span::plain).toList());
    page.columns(
        0,
        grid.columns().stream().map(Part.Column::alignment).toList(),
        Stream.concat(Stream.of(head), rows).toList());
  }

  private void write(Part.ProblemCard card, Page page) {
    page.beside(
        new Span(Ink.of(card.severity()), card.severity().name()),
        List.of(new Span(Ink.STRONG, card.headline())));
    card.effects().forEach(line -> page.beside(plain(line)));
    card.steps().forEach(step -> write(step, page));
  }

  private void write(Part.Step step, Page page) {
    var room = Math.max(0, Page.GUTTER - 1 - step.mark().length());
    var mark = Span.plain(" ".repeat(room) + step.mark());
    if (step.title().isEmpty()) {
      step.sql().ifPresent(script -> write(mark, script, page));
    } else {
      page.beside(mark, plain(step.title()));
      step.sql().ifPresent(script -> write(Span.plain(""), script, page));
    }
    step.notes().forEach(text -> page.beside(List.of(new Span(Ink.FAINT, text))));
  }

  private static void write(Part.FindingCard card, Page page) {
    page.beside(
        new Span(Ink.of(card.severity()), card.severity().name()),
        List.of(new Span(Ink.STRONG, card.headline())));
    page.beside(List.of(new Span(Ink.FAINT, card.about())));
    if (!card.proof().isEmpty()) {
      page.space();
      int label =
          card.proof().stream().mapToInt(each -> Span.plain(each.label()).width()).max().orElse(0);
      card.proof()
          .forEach(each ->
              page.term(
                  Math.min(label, LONGEST_LABEL),
                  Span.plain(each.label()),
                  List.of(
                      new Span(Ink.STRONG, each.value()),
                      Span.plain(" "),
                      new Span(Ink.FAINT, "(" + each.source() + ")"))));
    }
    card.explanation()
        .ifPresent(text -> {
          page.space();
          page.beside(List.of(Span.plain(text)));
        });
    card.surer()
        .ifPresent(text -> page.beside(List.of(new Span(Ink.FAINT, "To be certain: " + text))));
  }

  private static void write(Part.Folded folded, Page page) {
    page.beside(List.of(Span.plain(folded.intro())));
    folded.lines().forEach(line -> page.beside(Span.plain("        ·"), plain(line)));
    if (folded.beyond() > 0) {
      page.beside(
          Span.plain("        ·"),
          plain("and %d more; the JSON has them all".formatted(folded.beyond())));
    }
  }

  private void write(Part.RecommendationCard card, Page page) {
    page.beside(
        new Span(Ink.STRONG, card.number() + "."), List.of(new Span(Ink.STRONG, card.title())));
    if (!card.about().isEmpty()) {
      page.beside(List.of(new Span(Ink.FAINT, card.about())));
    }
    page.space();
    card.script()
        .ifPresent(script -> {
          write(Span.plain(""), script, page);
          page.space();
        });
    for (var note : card.notes()) {
      page.beside(new Span(Ink.FAINT, note.label()), plain(note.text()));
    }
    card.undo().ifPresent(script -> write(new Span(Ink.FAINT, "Undo"), script, page));
  }

  private void write(Span guide, Part.Script script, Page page) {
    page.exactly(guide, SqlLines.of(PrintableSql.of(script.sql()), width - Page.GUTTER), Ink.SQL);
  }

  private static List<Span> plain(String text) {
    return List.of(Span.plain(text));
  }

  /// SQL as lines of a width, broken only where a line break changes nothing: at spaces outside of
  /// quotes. A name that is too long stays whole, and the line is too long.
  static final class SqlLines {
    private static final String CONTINUED = "    ";

    private SqlLines() {}

    static List<String> of(String sql, int width) {
      var lines = new ArrayList<String>();
      var line = new StringBuilder();
      for (var word : words(sql)) {
        boolean fits =
            TerminalText.width(line.toString()) + TerminalText.width(word.stripTrailing()) <= width;
        if (!fits && !line.toString().isBlank()) {
          lines.add(line.toString().stripTrailing());
          line = new StringBuilder(CONTINUED);
        }
        boolean ends = word.endsWith("\n");
        line.append(TerminalText.escaped(ends ? word.substring(0, word.length() - 1) : word));
        if (ends) {
          lines.add(line.toString().stripTrailing());
          line = new StringBuilder();
        }
      }
      if (!line.toString().isBlank()) {
        lines.add(line.toString().stripTrailing());
      }
      return lines;
    }

    /// Pieces that may be parted, each with the space or line break that ends it.
    private static List<String> words(String sql) {
      var words = new ArrayList<String>();
      int start = 0;
      char quote = 0;
      for (int at = 0; at < sql.length(); at++) {
        char each = sql.charAt(at);
        if (quote != 0) {
          quote = each == quote ? 0 : quote;
        } else if (each == '"' || each == '\'') {
          quote = each;
        } else if (each == '\n' || (each == ' ' && !isAtEquals(sql, at))) {
          words.add(sql.substring(start, at + 1));
          start = at + 1;
        }
      }
      words.add(sql.substring(start));
      return words;
    }

    /// A setting and its value are read together.
    private static boolean isAtEquals(String sql, int at) {
      return sql.startsWith("=", at + 1) || (at > 0 && sql.charAt(at - 1) == '=');
    }
  }
}
