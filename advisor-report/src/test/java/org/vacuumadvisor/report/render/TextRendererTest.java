package org.vacuumadvisor.report.render;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.vacuumadvisor.advice.Assessment;
import org.vacuumadvisor.advice.Assessments;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.Subject;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.model.Coverage;
import org.vacuumadvisor.report.Part;
import org.vacuumadvisor.report.Report;
import org.vacuumadvisor.report.ReportOptions;
import org.vacuumadvisor.report.TerminalText;
import org.vacuumadvisor.report.assessment.AssessmentReport;
import org.vacuumadvisor.report.assessment.Sample;
import org.vacuumadvisor.report.render.TextRenderer.Colour;

class TextRendererTest {
  private static final Pattern COLOUR = Pattern.compile("\u001b\\[[0-9;]*m");

  /// A name no one should give a table: it clears the screen, reorders the line, and has quotes.
  private static final String HOSTILE =
      "a\u001b[2Jb\nc\r\t\u202edrop\u0000able\u009b31m\"'; DROP TABLE x; --\u2028\u200b<b>&amp;";

  @ParameterizedTest
  @ValueSource(ints = {80, 100, 120})
  void keepsEveryLineWithinTheWidth(int width) {
    var text = rendered(full("orders"), width, Colour.OFF);

    text.lines().forEach(line -> assertTrue(TerminalText.width(line) <= width, line));
  }

  @Test
  void wrapsLongNamesOfAnyScriptWithinTheWidth() {
    var longest = "测".repeat(21);
    var text = rendered(full(longest), 80, Colour.OFF);

    assertTrue(text.contains("测测"), text);
    text.lines()
        .filter(line -> !line.contains("\""))
        .forEach(line -> assertTrue(TerminalText.width(line) <= 80, line));
  }

  @Test
  void saysTheSameWithColourAsWithout() {
    var coloured = rendered(full("orders"), 80, Colour.ON);

    assertTrue(COLOUR.matcher(coloured).find());
    assertEquals(rendered(full("orders"), 80, Colour.OFF), COLOUR.matcher(coloured).replaceAll(""));
  }

  @Test
  void showsHostileNamesWithoutObeyingThem() {
    // a server cannot have a NUL in a name, a headline could
    var survey = Sample.survey();
    var finding = Sample.finding("x", Severity.WARNING, new Subject.OfDatabase(HOSTILE), HOSTILE);
    var text = rendered(Sample.assessment(survey, finding), 80, Colour.OFF);

    assertTrue(
        text.codePoints().allMatch(point -> point == '\n' || TerminalText.isPrintable(point)),
        text);
    assertTrue(text.contains("\\x1b[2Jb\\nc\\r\\t\\u202edrop\\x00able\\x9b31m"), text);
  }

  @Test
  void colourIsTheOnlyCommandATerminalGets() {
    var text = rendered(full(HOSTILE.replace("\u0000", "")), 80, Colour.ON);

    assertFalse(COLOUR.matcher(text).replaceAll("").contains("\u001b"), text);
  }

  @Test
  void showsStatementsThatCanBeCopiedFromTheTerminal() {
    var hostile = rendered(full("a\u001bb"), 120, Colour.OFF);

    assertTrue(hostile.contains("ALTER TABLE public.U&\"a\\001bb\""), hostile);
  }

  @Test
  void breaksStatementsOnlyWhereSqlAllowsIt() {
    var sql =
        "ALTER TABLE public.\"a name with many spaces in it, and 'one' quote\" SET"
            + " (autovacuum_vacuum_scale_factor = 0.01, fillfactor = 90);";
    var report = new Report(List.of(new Part.Script(sql)));

    var text = new TextRenderer(80, Colour.OFF).render(report);

    assertEquals(sql, text.strip().replaceAll("\\n\\s+", " "));
    assertTrue(text.lines().count() > 1, text);
    assertTrue(text.contains("\"a name with many spaces in it, and 'one' quote\""), text);
  }

  @Test
  void keepsANumberAndItsUnitTogether() {
    var text =
        new TextRenderer(80, Colour.OFF)
            .render(
                new Report(
                    List.of(
                        new Part.Paragraph(
                            "94 % 3 h 12 min 57.5 MB 2.8 k 5 sessions ".repeat(9)))));

    assertTrue(text.lines().count() > 3, text);
    text.lines().skip(1).forEach(line -> assertFalse(line.matches("(%|h|min|MB|k)( .*)?"), text));
  }

  /// Eight columns do not fit: names give way at a joint, figures stay whole.
  @Test
  void breaksNamesAtTheirJointsAndNoFigureInANarrowTable() {
    var text =
        new TextRenderer(80, Colour.OFF)
            .render(
                new Report(
                    List.of(
                        new Part.Grid(
                            Stream.concat(
                                    Stream.of(Part.Column.text("Table")),
                                    Stream.of("By", "By", "By", "By", "By", "By", "By")
                                        .map(Part.Column::number))
                                .toList(),
                            List.of(
                                List.of(
                                    "public.pgbench_accounts_of_2026",
                                    "135 ms",
                                    "0 bytes",
                                    "2026-11-23",
                                    "107 ms",
                                    "1,024 kB",
                                    "0 bytes",
                                    "2026-11-24"))))));

    assertTrue(text.contains("135 ms  0 bytes  2026-11-23  107 ms  1,024 kB  0 bytes"), text);
    assertTrue(text.contains("\npgbench_\n"), text);
  }

  @Test
  void showsAReportWithoutAnyFinding() {
    var text = rendered(Sample.assessment(Sample.survey()), 80, Colour.OFF);

    assertTrue(text.contains("\nHealthy: nothing needs changing.\n"), text);
    assertFalse(text.contains("Findings"), text);
  }

  @Test
  void hasNoSpaceAtTheEndOfALineAndNoTwoEmptyLines() {
    var text = rendered(full("orders"), 80, Colour.OFF);

    assertTrue(text.lines().allMatch(line -> line.equals(line.stripTrailing())), text);
    assertFalse(text.contains("\n\n\n"), text);
  }

  @Test
  void refusesAWidthThatDoesNotFit() {
    assertThrows(IllegalArgumentException.class, () -> new TextRenderer(79, Colour.OFF));
    assertThrows(IllegalArgumentException.class, () -> new TextRenderer(121, Colour.OFF));
  }

  @Test
  void showsEveryKindOfPart() {
    var parts =
        List.<Part>of(
            new Part.Verdict(Optional.empty(), "Fine."),
            new Part.Heading("Head"),
            new Part.Grid(
                List.of(Part.Column.text("Table"), Part.Column.number("Size")),
                List.of(List.of("public.orders", "10 MB"), List.of("public.a", "1.5 GB"))),
            new Part.Folded("2 more:", List.of("one", "two"), 7));

    assertEquals(
        """
        Fine.

        Head %s

        Table            Size
        public.orders   10 MB
        public.a       1.5 GB

                  2 more:
                · one
                · two
                · and 7 more; the JSON has them all
        """
            .formatted("─".repeat(75)),
        new TextRenderer(80, Colour.OFF).render(new Report(parts)));
  }

  private static Assessment full(String name) {
    var relation = Sample.table(20_000, "public", name, 1000);
    var survey = Sample.survey(new Coverage(1, 2, 3, List.of(Sample.noPrivilege())), relation);
    var findings =
        Stream.of(
                Sample.held(),
                Sample.finding(
                    "threshold-too-high",
                    Severity.WARNING,
                    new Subject.OfRelation(relation),
                    "Autovacuum comes too late to " + relation.name().sql()))
            .toList();
    return Assessments.of(
        Evidence.of(survey),
        findings,
        List.of(Sample.tune(relation)),
        List.of(Sample.notFull(relation)));
  }

  private static String rendered(Assessment assessment, int width, Colour colour) {
    return new TextRenderer(width, colour)
        .render(AssessmentReport.of(assessment, ReportOptions.standard()));
  }
}
