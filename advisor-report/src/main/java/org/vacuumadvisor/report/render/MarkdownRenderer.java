package org.vacuumadvisor.report.render;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.vacuumadvisor.report.Part;
import org.vacuumadvisor.report.Part.Alignment;
import org.vacuumadvisor.report.Part.Column;
import org.vacuumadvisor.report.PrintableSql;
import org.vacuumadvisor.report.Report;
import org.vacuumadvisor.report.Words;

/// A report to be pasted into a ticket: Markdown as GitHub, GitLab and Jira read it, headings one
/// level down, because the ticket has a title of its own.
public record MarkdownRenderer() implements Renderer {
  private static final String CLOSE = "</details>\n";

  @Override
  public String render(Report report) {
    return Stream.concat(
            report.first().stream().map(MarkdownRenderer::block), folds(report.proof()).stream())
        .collect(Collectors.joining("\n"));
  }

  /// The proof, each section of it in a fold, as GitHub and GitLab show them.
  private static List<String> folds(List<Part> proof) {
    var blocks = new ArrayList<String>();
    boolean isOpen = false;
    for (var part : proof) {
      if (part instanceof Part.Heading(var text)) {
        blocks.add(
            (isOpen ? CLOSE + "\n" : "")
                + "<details>\n<summary><b>%s</b></summary>\n".formatted(Html.escaped(text)));
        isOpen = true;
      } else {
        blocks.add(block(part));
      }
    }
    if (isOpen) {
      blocks.add(CLOSE);
    }
    return blocks;
  }

  /// One part, with a line break at its end.
  private static String block(Part part) {
    return switch (part) {
      case Part.Verdict(_, var text) -> "**" + MarkdownText.of(text) + "**\n";
      case Part.Heading(var text) -> "## " + MarkdownText.of(text) + "\n";
      case Part.Paragraph(var text) -> MarkdownText.of(text) + "\n";
      case Part.Grid(var columns, var rows) -> table(columns, rows.stream());
      case Part.ProblemCard card -> problem(card);
      case Part.StepList(var intro, var steps) ->
          MarkdownText.of(intro)
              + "\n"
              + steps.stream().map(MarkdownRenderer::step).collect(Collectors.joining());
      case Part.FindingCard card -> finding(card);
      case Part.Folded folded -> folded(folded);
      case Part.RecommendationCard card -> recommendation(card);
      case Part.Omitted(var how, var what, var text, var remedy) ->
          "- **%s:** %s\n  %s\n".formatted(how.word(), MarkdownText.of(what), MarkdownText.of(text))
              + remedy.map(sql -> "\n" + indented(script(sql))).orElse("");
      case Part.Bars bars -> bars(bars);
      case Part.Lines lines -> lines(lines);
      case Part.Script(var sql) -> script(sql);
    };
  }

  private static String problem(Part.ProblemCard card) {
    return "### %s: %s\n".formatted(word(card.severity().name()), MarkdownText.of(card.headline()))
        + card.effects().stream()
            .map(line -> "\n- " + MarkdownText.of(line))
            .collect(Collectors.joining())
        + (card.effects().isEmpty() ? "" : "\n")
        + card.steps().stream().map(MarkdownRenderer::step).collect(Collectors.joining());
  }

  private static String step(Part.Step step) {
    return "\n%s %s\n".formatted(MarkdownText.of(step.mark()), MarkdownText.of(step.title()))
        + step.sql().map(script -> "\n" + script(script.sql())).orElse("")
        + step.notes().stream()
            .map(text -> "\n%s\n".formatted(MarkdownText.of(text)))
            .collect(Collectors.joining());
  }

  private static String finding(Part.FindingCard card) {
    var proof =
        card.proof().isEmpty()
            ? ""
            : "\n"
                + table(
                    List.of(Column.text("Figure"), Column.number("Value"), Column.text("Source")),
                    card.proof().stream()
                        .map(each -> List.of(each.label(), each.value(), each.source())));
    return "### %s: %s\n\n%s\n"
            .formatted(
                word(card.severity().name()),
                MarkdownText.of(card.headline()),
                MarkdownText.of(card.about()))
        + proof
        + card.explanation().map(text -> "\n" + MarkdownText.of(text) + "\n").orElse("")
        + card.surer().map(text -> "\nTo be certain: " + MarkdownText.of(text) + "\n").orElse("");
  }

  private static String word(String constant) {
    return constant.charAt(0) + constant.substring(1).toLowerCase(Locale.ROOT);
  }

  private static String folded(Part.Folded folded) {
    var beyond =
        folded.beyond() == 0
            ? Stream.<String>of()
            : Stream.of("- and %d more\n".formatted(folded.beyond()));
    return MarkdownText.of(folded.intro())
        + "\n"
        + Stream.concat(
                folded.lines().stream().map(line -> "- " + MarkdownText.of(line) + "\n"), beyond)
            .collect(Collectors.joining("", folded.lines().isEmpty() ? "" : "\n", ""));
  }

  private static String recommendation(Part.RecommendationCard card) {
    return "### %d. %s\n".formatted(card.number(), MarkdownText.of(card.title()))
        + (card.about().isEmpty() ? "" : "\n" + MarkdownText.of(card.about()) + "\n")
        + card.script().map(script -> "\n" + script(script.sql())).orElse("")
        + card.notes().stream()
            .map(note -> "- **%s:** %s\n".formatted(note.label(), MarkdownText.of(note.text())))
            .collect(Collectors.joining("", "\n", ""))
        + card.undo().map(script -> "\nUndo:\n\n" + script(script.sql())).orElse("");
  }

  private static String script(String sql) {
    return MarkdownText.fenced("sql", PrintableSql.of(sql));
  }

  private static String indented(String block) {
    return block.lines().map(line -> "  " + line + "\n").collect(Collectors.joining());
  }

  private static String bars(Part.Bars chart) {
    return "**%s**\n\n".formatted(MarkdownText.of(chart.title()))
        + table(
            List.of(Column.text(""), Column.text(""), Column.text("")),
            chart.bars().stream().map(bar -> List.of(bar.label(), TextBars.drawn(bar), bar.text())))
        + "\n"
        + MarkdownText.of(
            Words.joined(TextBars.legend(chart), chart.caption(), TextBars.beyond(chart.beyond())))
        + "\n";
  }

  private static String lines(Part.Lines chart) {
    return "**%s**\n".formatted(MarkdownText.of(chart.title()))
        + chart.curves().stream()
            .map(curve ->
                "\n%s\n\n%s"
                    .formatted(
                        MarkdownText.of(Words.joined(curve.label() + ":", curve.text())),
                        MarkdownText.fenced(
                            "text",
                            String.join(
                                "\n", TextLines.drawn(chart, curve, TextRenderer.NARROWEST)))))
            .collect(Collectors.joining())
        + "\n"
        + MarkdownText.of(Words.joined(TextLines.legend(chart), chart.caption()))
        + "\n";
  }

  private static String table(List<Column> columns, Stream<List<String>> rows) {
    var head = row(columns.stream().map(Column::title).toList());
    var rule =
        columns.stream()
            .map(column -> column.alignment() == Alignment.RIGHT ? "--:" : ":--")
            .collect(Collectors.joining(" | ", "| ", " |\n"));
    return head + rule + rows.map(MarkdownRenderer::row).collect(Collectors.joining());
  }

  private static String row(List<String> cells) {
    return cells.stream().map(MarkdownText::cell).collect(Collectors.joining(" | ", "| ", " |\n"));
  }
}
