package org.vacuumadvisor.report.render;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.vacuumadvisor.diagnosis.Severity;
import org.vacuumadvisor.report.Part;
import org.vacuumadvisor.report.Part.Alignment;
import org.vacuumadvisor.report.PrintableSql;
import org.vacuumadvisor.report.Report;
import org.vacuumadvisor.unit.Resource;

/// A report as one page of HTML that needs nothing beside it: to be opened, printed, or attached to
/// a mail. It has no script, asks no server for anything, and tells the browser to allow neither.
public final class HtmlRenderer implements Renderer {
  private static final String STYLE = style();

  /// The only style that is allowed is this very one; everything else is refused by the browser.
  private static final String POLICY =
      "default-src 'none'; style-src 'sha256-%s'; base-uri 'none'; form-action 'none'"
          .formatted(sha256(STYLE));

  @Override
  public String render(Report report) {
    var version =
        Optional.ofNullable(HtmlRenderer.class.getPackage().getImplementationVersion()).orElse("");
    var html = new Html();
    html.raw("<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n")
        .raw("<meta http-equiv=\"Content-Security-Policy\" content=\"" + POLICY + "\">\n")
        .raw("<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n")
        .raw("<meta name=\"color-scheme\" content=\"light dark\">\n")
        .raw("<meta name=\"referrer\" content=\"no-referrer\">\n")
        .element("title", report.title())
        .raw("\n<style>" + STYLE + "</style>\n</head>\n<body>\n")
        .raw("<header>\n<p class=\"brand\">Vacuum Advisor " + version + "</p>\n")
        .element("h1", report.title())
        .line();
    new Body(html).write(report);
    return html.raw("</main>\n</body>\n</html>\n").toString();
  }

  /// What is between the head of the page and its end.
  private static final class Body {
    private final Html html;
    private int findings;
    private int sections;
    private boolean isInHead = true;
    private boolean isProof;

    /// What closes the section that is open.
    private String end = "";

    Body(Html html) {
      this.html = html;
    }

    /// What comes before the first heading is the head of the page; each heading begins a section.
    /// Sections of the proof are folded.
    void write(Report report) {
      var headings = new ArrayList<String>();
      for (var part : report.parts()) {
        if (part instanceof Part.Heading(var text)) {
          headings.add(text);
        }
      }
      for (var part : report.first()) {
        begin(part, headings);
        write(part);
      }
      begin(new Part.Heading(""), headings);
      isProof = true;
      report.proof().forEach(this::write);
      html.raw(end);
    }

    private void begin(Part part, List<String> headings) {
      if (isInHead && part instanceof Part.Heading) {
        html.raw("</header>\n");
        if (!headings.isEmpty()) {
          contents(headings);
        }
        html.raw("<main>\n");
        isInHead = false;
      }
    }

    private void heading(String text) {
      sections++;
      var section = "<section aria-labelledby=\"section-%d\">\n".formatted(sections);
      html.raw(end)
          .raw(isProof ? "<details>\n<summary>" : section)
          .element("h2 id=\"section-%d\"".formatted(sections), text)
          .raw(isProof ? "</summary>\n" : "\n");
      end = isProof ? "</details>\n" : "</section>\n";
    }

    private void contents(List<String> headings) {
      html.raw("<nav aria-label=\"Contents\"><ul>\n");
      for (int at = 0; at < headings.size(); at++) {
        html.raw("<li><a href=\"#section-%d\">".formatted(at + 1))
            .text(headings.get(at))
            .raw("</a></li>\n");
      }
      html.raw("</ul></nav>\n");
    }

    private void write(Part part) {
      switch (part) {
        case Part.Verdict(var worst, var text) ->
            html.element("p class=\"verdict %s\"".formatted(kind(worst)), text).line();
        case Part.Heading(var text) -> heading(text);
        case Part.Paragraph(var text) -> html.element("p", text).line();
        case Part.Grid grid -> write(grid);
        case Part.ProblemCard card -> write(card);
        case Part.StepList list -> {
          html.raw("<article class=\"plain\">").element("h3", list.intro());
          list.steps().forEach(this::write);
          html.raw("</article>\n");
        }
        case Part.FindingCard card -> write(card);
        case Part.Folded folded -> write(folded);
        case Part.RecommendationCard card -> write(card);
        case Part.Omitted(var how, var what, var text, var remedy) -> {
          html.raw("<article class=\"plain\"><h3><span class=\"tag\">" + how.word() + "</span> ")
              .text(what)
              .raw("</h3>")
              .element("p", text);
          remedy.ifPresent(this::code);
          html.raw("</article>\n");
        }
        case Part.Bars bars -> HtmlBars.write(bars, html);
        case Part.Lines lines -> HtmlLines.write(lines, html);
        case Part.Script(var sql) -> code(sql);
      }
    }

    private void write(Part.ProblemCard card) {
      html.raw("<article class=\"%s\">".formatted(name(card.severity())));
      card.figure()
          .ifPresent(figure ->
              html.raw("<p class=\"figure\">")
                  .element("strong", figure.value())
                  .raw(" ")
                  .text(figure.label())
                  .raw("</p>"));
      html.raw("<h3>")
          .element("span class=\"tag\"", name(card.severity()))
          .raw(" ")
          .text(card.headline())
          .raw("</h3>");
      card.effects().forEach(line -> html.element("p", line));
      card.steps().forEach(this::write);
      html.raw("</article>\n");
    }

    private void write(Part.Step step) {
      html.element("p class=\"step\"", (step.mark() + " " + step.title()).strip());
      step.sql().ifPresent(script -> code(script.sql()));
      step.notes().forEach(text -> html.element("p class=\"faint\"", text));
    }

    private static String kind(Optional<Severity> worst) {
      return worst.filter(each -> each != Severity.INFO).map(Body::name).orElse("fine");
    }

    private static String name(Severity severity) {
      return severity.name().toLowerCase(Locale.ROOT);
    }

    private void write(Part.Grid grid) {
      html.raw("<div class=\"wide\"><table class=\"grid\">\n<thead><tr>");
      for (var column : grid.columns()) {
        html.element("th scope=\"col\"" + side(column.alignment()), column.title());
      }
      html.raw("</tr></thead>\n<tbody>\n");
      for (var row : grid.rows()) {
        html.raw("<tr>");
        for (int at = 0; at < row.size(); at++) {
          var tag = at == 0 ? "th scope=\"row\"" : "td";
          html.element(tag + side(grid.columns().get(at).alignment()), row.get(at));
        }
        html.raw("</tr>\n");
      }
      html.raw("</tbody>\n</table></div>\n");
    }

    private static String side(Alignment alignment) {
      return switch (alignment) {
        case LEFT -> "";
        case RIGHT -> " class=\"number\"";
      };
    }

    private void write(Part.FindingCard card) {
      findings++;
      html.raw(
              "<article class=\"%s\" id=\"finding-%d\">\n"
                  .formatted(name(card.severity()), findings))
          .raw("<h3><span class=\"tag\">%s</span> ".formatted(card.severity().name()))
          .text(card.headline())
          .raw("</h3>")
          .element("p class=\"faint\"", card.about())
          .line();
      if (!card.proof().isEmpty()) {
        html.raw("<table class=\"proof\">\n<tbody>\n");
        for (var proof : card.proof()) {
          html.raw("<tr>")
              .element("th scope=\"row\"", proof.label())
              .element("td class=\"number\"", proof.value())
              .element("td class=\"faint\"", proof.source())
              .raw("</tr>\n");
        }
        html.raw("</tbody>\n</table>\n");
      }
      card.explanation().ifPresent(text -> html.element("p", text).line());
      card.surer()
          .ifPresent(text -> html.element("p class=\"faint\"", "To be certain: " + text).line());
      html.raw("</article>\n");
    }

    private void write(Part.Folded folded) {
      html.element("p", folded.intro()).line();
      if (!folded.lines().isEmpty()) {
        html.raw("<ul class=\"folded\">\n");
        folded.lines().forEach(line -> html.element("li", line).line());
        html.raw("</ul>\n");
      }
      if (folded.beyond() > 0) {
        html.element(
                "p class=\"faint\"",
                "and %d more; the JSON has them all".formatted(folded.beyond()))
            .line();
      }
    }

    private void write(Part.RecommendationCard card) {
      html.raw("<article class=\"change\">\n")
          .raw("<h3><span class=\"tag\">%d</span> ".formatted(card.number()))
          .text(card.title())
          .raw("</h3>");
      if (!card.about().isEmpty()) {
        html.element("p class=\"faint\"", card.about());
      }
      html.line();
      card.script().ifPresent(script -> code(script.sql()));
      html.raw("<dl>\n");
      card.notes()
          .forEach(note -> html.element("dt", note.label()).element("dd", note.text()).line());
      card.undo()
          .ifPresent(script -> {
            html.element("dt", "Undo").raw("<dd>");
            code(script.sql());
            html.raw("</dd>\n");
          });
      html.raw("</dl>\n</article>\n");
    }

    /// One click selects it all, ready to be copied.
    private void code(String sql) {
      var shown = PrintableSql.of(sql).lines().map(Html::escaped).toList();
      html.raw("<pre tabindex=\"0\"><code>" + String.join("\n", shown) + "</code></pre>\n");
    }
  }

  private static String style() {
    return "\n" + Resource.text(HtmlRenderer.class, "report.css").replace("\r\n", "\n");
  }

  private static String sha256(String text) {
    try {
      var digest = MessageDigest.getInstance("SHA-256");
      return Base64.getEncoder()
          .encodeToString(digest.digest(text.getBytes(StandardCharsets.UTF_8)));
    } catch (NoSuchAlgorithmException impossible) {
      throw new IllegalStateException("Every Java has SHA-256", impossible);
    }
  }
}
