package org.vacuumadvisor.report.render;

import java.util.stream.IntStream;
import org.vacuumadvisor.report.Part;

/// A chart as a table whose middle column holds drawings: names and figures stay text that wraps,
/// can be searched, copied and read aloud; the drawings stretch with the page.
final class HtmlBars {
  private static final double WIDTH = 100;
  private static final int KINDS = 4;

  private HtmlBars() {}

  static void write(Part.Bars chart, Html html) {
    html.raw("<figure class=\"chart\">\n<figcaption>");
    html.element("h3", chart.title()).element("p", chart.caption());
    html.raw("<p class=\"legend\">");
    for (int at = 0; at < chart.series().size(); at++) {
      key(stretch(at, 0, 10, 10), chart.series().get(at), html);
    }
    chart.limit().ifPresent(limit -> key("<path class=\"limit\" d=\"M5 0V10\"/>", limit, html));
    html.raw("</p></figcaption>\n<table>\n<tbody>\n");
    chart.bars().forEach(bar -> row(bar, html));
    html.raw("</tbody>\n</table>\n");
    if (chart.beyond() > 0) {
      html.element("p class=\"faint\"", TextBars.beyond(chart.beyond())).line();
    }
    html.raw("</figure>\n");
  }

  private static void key(String drawing, String text, Html html) {
    html.raw("<span><svg class=\"key\" viewBox=\"0 0 10 10\" aria-hidden=\"true\">")
        .raw(drawing)
        .raw("</svg> ")
        .text(text)
        .raw("</span> ");
  }

  private static void row(Part.Bar bar, Html html) {
    html.raw("<tr>").element("th scope=\"row\"", bar.label());
    html.raw("<td class=\"bar\"><svg viewBox=\"0 0 100 10\" preserveAspectRatio=\"none\"")
        .raw(" aria-hidden=\"true\"><path class=\"scale\" d=\"M0 0H100V10H0Z\"/>");
    double sum = 0;
    for (int at = 0; at < bar.values().size(); at++) {
      double from = WIDTH * bar.at(sum);
      sum += bar.values().get(at);
      html.raw(stretch(at, from, WIDTH * bar.at(sum), 10));
    }
    if (bar.overflows()) {
      html.raw("<path class=\"beyond\" d=\"M96 0L100 5L96 10Z\"/>");
    }
    bar.limit()
        .ifPresent(limit ->
            html.raw(
                "<path class=\"limit\" d=\"M%s 0V10\"/>"
                    .formatted(Html.number(WIDTH * bar.at(limit)))));
    html.raw("</svg></td>");
    html.raw(isPast(bar) ? "<td class=\"past\">" : "<td>").text(bar.text()).raw("</td></tr>\n");
  }

  private static boolean isPast(Part.Bar bar) {
    return bar.limit().isPresent() && bar.value() > bar.limit().getAsDouble();
  }

  /// A stretch of a bar; its kind is told by a hatching as well as by its colour.
  private static String stretch(int series, double from, double to, int height) {
    if (to <= from) {
      return "";
    }
    var box =
        "M%s 0H%sV%dH%sZ".formatted(Html.number(from), Html.number(to), height, Html.number(from));
    return "<path class=\"s%d\" d=\"%s\"/>".formatted(series % KINDS, box)
        + hatching(series % KINDS, from, to, height);
  }

  /// Lines across a stretch, in its own height: none, one, two, three.
  private static String hatching(int lines, double from, double to, int height) {
    var path = new StringBuilder();
    IntStream.rangeClosed(1, lines)
        .mapToObj(each ->
            "M%s %sH%s"
                .formatted(
                    Html.number(from),
                    Html.number((double) height * each / (lines + 1)),
                    Html.number(to)))
        .forEach(path::append);
    return path.isEmpty() ? "" : "<path class=\"hatch\" d=\"" + path + "\"/>";
  }
}
