package org.vacuumadvisor.report.render;

import static java.util.stream.Collectors.toMap;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.vacuumadvisor.diagnosis.rule.Given.table;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.parser.Parser;
import org.junit.jupiter.api.Test;
import org.vacuumadvisor.Advisor;
import org.vacuumadvisor.advice.Assessment;
import org.vacuumadvisor.advice.Assessments;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.diagnosis.Subject;
import org.vacuumadvisor.diagnosis.rule.Given;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.report.PrintableSql;
import org.vacuumadvisor.report.ReportOptions;
import org.vacuumadvisor.report.TerminalText;
import org.vacuumadvisor.report.assessment.AssessmentReport;
import org.vacuumadvisor.report.assessment.Hostile;
import org.vacuumadvisor.report.assessment.Sample;

class HtmlRendererTest {
  private static final Set<String> ELEMENTS =
      Set.of(
          "html",
          "head",
          "meta",
          "title",
          "style",
          "body",
          "header",
          "nav",
          "main",
          "section",
          "article",
          "figure",
          "figcaption",
          "h1",
          "h2",
          "h3",
          "p",
          "span",
          "strong",
          "a",
          "ul",
          "li",
          "dl",
          "dt",
          "dd",
          "div",
          "table",
          "thead",
          "tbody",
          "tr",
          "th",
          "td",
          "pre",
          "code",
          "svg",
          "details",
          "summary",
          "path");

  private static final Set<String> ATTRIBUTES =
      Set.of(
          "lang",
          "charset",
          "http-equiv",
          "name",
          "content",
          "class",
          "id",
          "href",
          "scope",
          "aria-label",
          "aria-labelledby",
          "aria-hidden",
          "tabindex",
          "viewBox",
          "preserveAspectRatio",
          "d");

  private static final Pattern PALETTE = Pattern.compile(":root \\{([^}]*--ink[^}]*)}");
  private static final Pattern COLOR = Pattern.compile("--(\\w+): #([0-9a-f]{3,6})");
  private static final List<String> INKS =
      List.of("ink", "faint", "link", "critical", "warning", "advice", "info", "fine");
  private static final double[] WEIGHTS = {0.2126, 0.7152, 0.0722};

  @Test
  void isWhatAParserReads() {
    var parser = Parser.htmlParser().setTrackErrors(100);

    var page = parser.parseInput(rendered(Hostile.assessment()), "");

    assertEquals(List.of(), parser.getErrors());
    assertEquals(1, page.select("html > body > main").size());
  }

  @Test
  void hasNoElementAndNoAttributeButOurs() {
    var elements = new TreeSet<String>();
    var attributes = new TreeSet<String>();
    for (var each : page(Hostile.assessment()).select("*:not(#root)")) {
      elements.add(each.normalName());
      each.attributes().forEach(attribute -> attributes.add(attribute.getKey()));
    }
    elements.remove("#root");
    elements.removeAll(ELEMENTS);
    attributes.removeAll(ATTRIBUTES);

    assertEquals(Set.of(), elements);
    assertEquals(Set.of(), attributes);
  }

  @Test
  void tellsTheProblemsFirstAndFoldsTheirProof() {
    var page = page(Hostile.assessment());

    assertEquals("Problems", page.select("main > section > h2").text());
    assertEquals("Findings", page.select("main > details > summary > h2").getFirst().text());
    assertEquals(List.of(), page.select("details[open]").eachText());
  }

  /// As on the screen: the figure, the cause, and the plan with its statements.
  @Test
  void tellsTheFigureThenTheCauseThenThePlan() {
    var off = table("orders").rows(1000).live(1000).dead(900).with("autovacuum_enabled", "off");
    var server = Given.server().with(Setting.AUTOVACUUM, "off", "configuration file", null);
    var page = page(Advisor.assess(server.with(off).survey()));

    var card = page.expectFirst("article:has(.figure)").children();
    assertTrue(card.get(0).is("p.figure") && card.get(1).is("h3"), card.outerHtml());
    var plan = page.expectFirst("article.plain:has(.step)");
    assertEquals("Do this, in this order:", plan.expectFirst("h3").text());
    assertTrue(plan.select(".step").getFirst().text().startsWith("1. "), plan.text());
    assertFalse(plan.select("pre").isEmpty(), plan.text());
  }

  @Test
  void linksOnlyIntoItself() {
    var page = page(Hostile.assessment());

    for (var link : page.select("a")) {
      var target = link.attr("href");
      assertTrue(target.startsWith("#"), target);
      assertEquals(1, page.select("[id=" + target.substring(1) + "]").size(), target);
    }
    assertFalse(page.select("a").isEmpty());
  }

  @Test
  void givesEachAnchorOnce() {
    var ids = page(Hostile.assessment()).select("[id]").eachAttr("id");

    assertEquals(ids.size(), Set.copyOf(ids).size());
  }

  @Test
  void saysEveryName() {
    var text = page(Hostile.assessment()).wholeText();

    for (var name : Hostile.NAMES) {
      var shown = TerminalText.escaped(name);
      assertTrue(text.contains(shown), shown);
    }
  }

  @Test
  void givesStatementsThatCanBeCopied() {
    var assessment = Hostile.assessment();
    var scripts = page(assessment).select("pre code").stream().map(Element::wholeText).toList();

    var expected = PrintableSql.of(assessment.recommendations().getFirst().sql().orElseThrow());
    assertEquals(expected + ";", scripts.getFirst());
  }

  @Test
  void holdsNothingThatCannotBeSeen() {
    assertTrue(
        rendered(Hostile.assessment())
            .codePoints()
            .allMatch(point -> point == '\n' || TerminalText.isPrintable(point)));
  }

  @Test
  void allowsNothingButItsOwnStyle() throws Exception {
    var page = page(Hostile.assessment());

    var policy = page.select("meta[http-equiv=Content-Security-Policy]").attr("content");
    var style = page.expectFirst("style").data().getBytes(StandardCharsets.UTF_8);
    var hash =
        Base64.getEncoder().encodeToString(MessageDigest.getInstance("SHA-256").digest(style));
    assertEquals(
        "default-src 'none'; style-src 'sha256-%s'; base-uri 'none'; form-action 'none'"
            .formatted(hash),
        policy);
    assertFalse(page.expectFirst("style").data().contains("url("));
  }

  @Test
  void isReadableForThoseWhoDoNotSeeIt() {
    var page = page(Hostile.assessment());

    assertEquals("en", page.select("html").attr("lang"));
    assertEquals(1, page.select("h1").size());
    for (var section : page.select("section")) {
      var heading = section.expectFirst("#" + section.attr("aria-labelledby"));
      assertEquals("h2", heading.normalName());
    }
    for (var row : page.select("tr")) {
      assertFalse(row.select("th[scope]").isEmpty(), row.outerHtml());
    }
    for (var drawing : page.select("svg")) {
      assertEquals("true", drawing.attr("aria-hidden"));
    }
    for (var card : page.select("article > h3")) {
      assertFalse(card.select(".tag").text().isBlank(), "colour alone tells nothing");
    }
  }

  /// WCAG 2.2, success criterion 1.4.3: text 4.5 to 1.
  @Test
  void hasContrastInLightInDarkAndOnPaper() {
    var style = page(Hostile.assessment()).expectFirst("style").data();
    var palettes = PALETTE.matcher(style).results().toList();

    assertEquals(3, palettes.size());
    for (var palette : palettes) {
      var colors =
          COLOR
              .matcher(palette.group(1))
              .results()
              .collect(toMap(each -> each.group(1), each -> each.group(2)));
      for (var ink : INKS) {
        for (var ground : List.of("page", "card", "code")) {
          var contrast = contrast(colors.getOrDefault(ink, ""), colors.getOrDefault(ground, ""));
          assertTrue(contrast >= 4.5, "%s on %s: %.2f".formatted(ink, ground, contrast));
        }
      }
      for (var bar : List.of("s0", "s1", "s2", "s3")) {
        assertTrue(colors.containsKey(bar), bar);
      }
      assertTrue(
          contrast(colors.getOrDefault("ink", ""), colors.getOrDefault("scale", "")) >= 3,
          "limits on the scale");
    }
  }

  private static double contrast(String one, String other) {
    double lighter = Math.max(luminance(one), luminance(other));
    double darker = Math.min(luminance(one), luminance(other));
    return (lighter + 0.05) / (darker + 0.05);
  }

  private static double luminance(String color) {
    var digits = color.length() == 3 ? color.replaceAll("(.)", "$1$1") : color;
    double sum = 0;
    for (int at = 0; at < 3; at++) {
      double channel = Integer.parseInt(digits, 2 * at, 2 * at + 2, 16) / 255.0;
      double linear =
          channel <= 0.04045 ? channel / 12.92 : Math.pow((channel + 0.055) / 1.055, 2.4);
      sum += WEIGHTS[at] * linear;
    }
    return sum;
  }

  @Test
  void isNoMoreThanAMegabyteForAThousandTables() {
    var relations =
        IntStream.range(0, 1000)
            .mapToObj(at -> Sample.table(20_000 + at, "schema", "n".repeat(58) + at, 1000))
            .toList();
    var survey = Sample.survey(relations.toArray(Relation[]::new));
    var findings = new ArrayList<Finding>();
    for (var rule : List.of("a", "b", "c", "d", "e", "f")) {
      relations.forEach(each ->
          findings.add(
              Sample.finding(
                  "rule-" + rule,
                  Severity.WARNING,
                  new Subject.OfRelation(each),
                  "Autovacuum comes too late to " + each.name().sql())));
    }
    var assessment =
        Assessments.of(
            Evidence.of(survey),
            findings,
            relations.stream().map(Sample::tune).toList(),
            relations.stream().map(Sample::notFull).toList());

    var size = rendered(assessment).getBytes(StandardCharsets.UTF_8).length;

    assertTrue(size < 1_000_000, size + " bytes");
    assertTrue(size > 100_000, size + " bytes: it says little of a thousand tables");
  }

  private static Document page(Assessment assessment) {
    return Jsoup.parse(rendered(assessment));
  }

  private static String rendered(Assessment assessment) {
    return new HtmlRenderer().render(AssessmentReport.of(assessment, ReportOptions.ofPage()));
  }
}
