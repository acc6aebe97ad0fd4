package org.vacuumadvisor.report.render;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.regex.Pattern;
import org.commonmark.ext.autolink.AutolinkExtension;
import org.commonmark.ext.gfm.tables.TableCell;
import org.commonmark.ext.gfm.tables.TableRow;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.BlockQuote;
import org.commonmark.node.Code;
import org.commonmark.node.Emphasis;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.Heading;
import org.commonmark.node.HtmlBlock;
import org.commonmark.node.HtmlInline;
import org.commonmark.node.Image;
import org.commonmark.node.IndentedCodeBlock;
import org.commonmark.node.Link;
import org.commonmark.node.Node;
import org.commonmark.node.OrderedList;
import org.commonmark.node.Text;
import org.commonmark.node.ThematicBreak;
import org.commonmark.parser.Parser;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.report.Part;
import org.vacuumadvisor.report.PrintableSql;
import org.vacuumadvisor.report.Report;
import org.vacuumadvisor.report.ReportOptions;
import org.vacuumadvisor.report.TerminalText;
import org.vacuumadvisor.report.assessment.AssessmentReport;
import org.vacuumadvisor.report.assessment.Hostile;
import org.vacuumadvisor.report.assessment.Sample;

class MarkdownRendererTest {
  private static final Parser MARKDOWN =
      Parser.builder()
          .extensions(List.of(TablesExtension.create(), AutolinkExtension.create()))
          .build();

  /// What forges turn into links, mentions and pictures although Markdown knows nothing of it.
  private static final Pattern MAGIC =
      Pattern.compile("[@#~$&|\\[\\]`_*]|:[A-Za-z]|!\\d|://|www\\.|\\b[A-Z]+-\\d|[0-9a-f]{7,}");

  @Test
  void letsNoNameBecomeMarkup() {
    var nodes = nodes(rendered());

    for (var kind :
        List.of(
            Link.class,
            Image.class,
            BlockQuote.class,
            Emphasis.class,
            OrderedList.class,
            IndentedCodeBlock.class,
            ThematicBreak.class)) {
      assertEquals(List.of(), all(nodes, kind), kind.getSimpleName());
    }
    for (var html : all(nodes, HtmlInline.class)) {
      assertTrue(html.getLiteral().matches("</?code>"), html.getLiteral());
    }
    for (var html : all(nodes, HtmlBlock.class)) {
      assertTrue(
          html.getLiteral().matches("<details>\n<summary><b>[\\w ,]+</b></summary>|</details>"),
          html.getLiteral());
    }
  }

  @Test
  void keepsTheParenthesesOfAFunction() {
    assertEquals(
        "as `relation_needs_vacanalyze()`", MarkdownText.of("as relation_needs_vacanalyze()"));
    assertEquals("(by `f_g()`)", MarkdownText.of("(by f_g())"));
    assertEquals("(see `a_b`).", MarkdownText.of("(see a_b)."));
  }

  @Test
  void tellsTheProblemsFirstAndFoldsTheirProof() {
    var text = rendered();

    assertTrue(text.indexOf("## Problems") < text.indexOf("<details>"), text);
    assertTrue(text.indexOf("<details>") < text.indexOf("<b>Findings</b>"), text);
    assertEquals(text.split("<details>").length, text.split("</details>").length, text);
  }

  @Test
  void letsNoNameBecomeAMentionOrALinkOfAForge() {
    for (var text : all(nodes(rendered()), Text.class)) {
      if (!isInCodeOfHtml(text)) {
        assertFalse(MAGIC.matcher(text.getLiteral()).find(), text.getLiteral());
      }
    }
  }

  @Test
  void keepsEveryTableInShape() {
    var rows = all(nodes(rendered()), TableRow.class);

    assertTrue(rows.size() > Hostile.NAMES.size());
    for (var row : rows) {
      var cells = new ArrayList<Node>();
      for (var cell = row.getFirstChild(); cell != null; cell = cell.getNext()) {
        cells.add(cell);
      }
      assertTrue(cells.size() == 3 || cells.size() == 4, cells.toString());
      assertTrue(cells.stream().allMatch(TableCell.class::isInstance));
    }
  }

  @Test
  void saysEveryNameInATable() {
    for (var name : Hostile.NAMES) {
      var grid =
          new Part.Grid(
              List.of(Part.Column.text("Name"), Part.Column.text("Size")),
              List.of(List.of(name, "1 MB")));

      var rows =
          all(nodes(new MarkdownRenderer().render(new Report(List.of(grid)))), TableRow.class);

      assertEquals(2, rows.size());
      assertEquals(
          TerminalText.escaped(name).replaceAll("\\s+", " ").strip(),
          text(rows.getLast().getFirstChild()).replaceAll("\\s+", " ").strip());
      assertEquals("1 MB", text(rows.getLast().getLastChild()));
    }
  }

  @Test
  void givesStatementsThatCanBeCopied() {
    for (var name : Hostile.NAMES) {
      var sql = "VACUUM " + Sample.table(20_000, "s", name, 1).name().sql() + ";";
      var markdown = new MarkdownRenderer().render(new Report(List.of(new Part.Script(sql))));

      var blocks = all(nodes(markdown), FencedCodeBlock.class);

      assertEquals(1, blocks.size());
      assertEquals("sql", blocks.getFirst().getInfo());
      assertEquals(PrintableSql.of(sql) + "\n", blocks.getFirst().getLiteral());
    }
  }

  @Test
  void leavesOrdinaryWordsAsTheyAre() {
    var text = "It's read-heavy: 94 % of 1,234 rows, since 2026-11-21 14:03:11 UTC (I/O).";

    assertEquals(text, MarkdownText.of(text));
    assertEquals("set `autovacuum_naptime`, then", MarkdownText.of("set autovacuum_naptime, then"));
    assertEquals("in `public.orders` now.", MarkdownText.of("in public.orders now."));
    assertEquals("\\< 0.01 %", MarkdownText.of("< 0.01 %"));
    assertEquals("2.7 MB–2.9 MB, 26.43–33.06", MarkdownText.of("2.7 MB–2.9 MB, 26.43–33.06"));
  }

  @Test
  void keepsTheHeadingsBelowThoseOfTheTicket() {
    var headings = all(nodes(rendered()), Heading.class);

    assertTrue(headings.stream().allMatch(each -> each.getLevel() == 2 || each.getLevel() == 3));
  }

  @Test
  void drawsCharts() {
    var chart =
        new Part.Bars(
            "Dead rows",
            "Told.",
            List.of("dead rows"),
            Optional.of("threshold"),
            List.of(
                new Part.Bar("public.a|b", List.of(30.0), OptionalDouble.of(20), 40, "30 of 20")),
            7);

    var rows =
        all(nodes(new MarkdownRenderer().render(new Report(List.of(chart)))), TableRow.class);

    assertEquals("public.a|b", text(rows.getLast().getFirstChild()));
    assertEquals("██████████│████·····", text(rows.getLast().getFirstChild().getNext()));
    assertEquals("30 of 20", text(rows.getLast().getLastChild()));
  }

  private static String rendered() {
    return new MarkdownRenderer()
        .render(AssessmentReport.of(Hostile.assessment(), ReportOptions.ofPage()));
  }

  private static boolean isInCodeOfHtml(Node text) {
    return text.getPrevious() instanceof HtmlInline;
  }

  private static String text(Node node) {
    var text = new StringBuilder();
    for (var each : nodes(node)) {
      switch (each) {
        case Text words -> text.append(words.getLiteral());
        case Code code -> text.append(code.getLiteral());
        default -> {}
      }
    }
    return text.toString();
  }

  private static <T extends Node> List<T> all(List<Node> nodes, Class<T> kind) {
    return nodes.stream().filter(kind::isInstance).map(kind::cast).toList();
  }

  private static List<Node> nodes(String markdown) {
    return nodes(MARKDOWN.parse(markdown));
  }

  private static List<Node> nodes(Node parent) {
    var all = new ArrayList<Node>();
    for (var each = parent.getFirstChild(); each != null; each = each.getNext()) {
      all.add(each);
      all.addAll(nodes(each));
    }
    return all;
  }
}
