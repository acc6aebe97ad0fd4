package org.vacuumadvisor.report.render;

import java.util.List;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.vacuumadvisor.report.Outline;
import org.vacuumadvisor.report.Part.Curve;
import org.vacuumadvisor.report.Part.Lines;
import org.vacuumadvisor.report.Part.Point;
import org.vacuumadvisor.unit.Quantities;

/// Lines over time as a drawing that stretches with the page, between scales that stay text.
final class HtmlLines {
  private static final int KINDS = 4;
  private static final double WIDTH = 720;
  private static final double HEIGHT = 200;

  private HtmlLines() {}

  static void write(Lines chart, Html html) {
    html.raw("<figure class=\"lines\">\n<figcaption>");
    html.element("h3", chart.title()).element("p", chart.caption()).raw("</figcaption>\n");
    html.raw("<div class=\"field\"><div class=\"scale-y\">")
        .element("span", chart.measure().text(chart.full()))
        .element("span", chart.measure().text(chart.full() / 2))
        .element("span", "0")
        .raw("</div>\n<svg viewBox=\"0 0 720 200\" preserveAspectRatio=\"none\" role=\"img\"")
        .raw(" aria-label=\"")
        .text(chart.title())
        .raw("\"><path class=\"frame\" d=\"M0 0V200H720M0 100H720\"/>");
    chart.levels().forEach(level -> level(chart, level.value(), html));
    for (int at = 0; at < chart.curves().size(); at++) {
      band(chart, chart.curves().get(at), at % KINDS, html);
    }
    for (int at = 0; at < chart.curves().size(); at++) {
      var points = Outline.of(chart.curves().get(at).points(), chart.span());
      html.raw(
          "<path class=\"l%d\" d=\"M%s\"/>"
              .formatted(at % KINDS, path(chart, points, Point::value)));
    }
    html.raw("</svg>\n<div class=\"scale-x\">")
        .element("span", "0")
        .element("span", Quantities.duration(chart.span().dividedBy(2)))
        .element("span", Quantities.duration(chart.span()))
        .raw("</div></div>\n");
    legend(chart, html);
    html.raw("</figure>\n");
  }

  private static void level(Lines chart, double value, Html html) {
    html.raw("<path class=\"level\" d=\"M0 %sH720\"/>".formatted(y(chart, value)));
  }

  /// From point to point, without the command that begins it.
  private static String path(Lines chart, List<Point> points, ToDoubleFunction<Point> value) {
    return points.stream()
        .map(each -> x(chart, each) + " " + y(chart, value.applyAsDouble(each)))
        .collect(Collectors.joining("L"));
  }

  /// What the line may be instead, as a shade behind it.
  private static void band(Lines chart, Curve curve, int kind, Html html) {
    var points = Outline.of(curve.points(), chart.span());
    if (points.stream().anyMatch(each -> each.low() != each.high())) {
      html.raw(
          "<path class=\"b%d\" d=\"M%sL%sZ\"/>"
              .formatted(
                  kind,
                  path(chart, points, Point::high),
                  path(chart, points.reversed(), Point::low)));
    }
  }

  private static void legend(Lines chart, Html html) {
    html.raw("<table class=\"proof\">\n<tbody>\n");
    for (int at = 0; at < chart.curves().size(); at++) {
      var curve = chart.curves().get(at);
      entry("l" + at % KINDS, curve.label(), curve.text(), html);
    }
    chart
        .levels()
        .forEach(each -> entry("level", each.label(), chart.measure().text(each.value()), html));
    html.raw("</tbody>\n</table>\n");
  }

  private static void entry(String kind, String label, String text, Html html) {
    html.raw("<tr><th scope=\"row\"><svg class=\"stroke\" viewBox=\"0 0 30 10\"")
        .raw(" aria-hidden=\"true\"><path class=\"%s\" d=\"M0 5H30\"/></svg> ".formatted(kind))
        .text(label)
        .raw("</th>")
        .element("td", text)
        .raw("</tr>\n");
  }

  private static String x(Lines chart, Point point) {
    double whole = (double) chart.span().toMillis() / 1000;
    return Html.number(whole > 0 ? Math.clamp(point.seconds() / whole, 0, 1) * WIDTH : 0);
  }

  private static String y(Lines chart, double value) {
    double full = chart.full();
    return Html.number(HEIGHT * (full > 0 ? 1 - Math.clamp(value / full, 0, 1) : 1));
  }
}
