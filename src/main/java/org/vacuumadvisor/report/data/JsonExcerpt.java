package org.vacuumadvisor.report.data;

import java.util.Locale;
import org.vacuumadvisor.model.Excerpt;

/// What was read of a paste, in a document.
final class JsonExcerpt {
  private JsonExcerpt() {}

  static void write(Excerpt excerpt, JsonText json) {
    json.text("earliestRelease", excerpt.releases().earliest().major());
    json.text("latestRelease", excerpt.releases().latest().major());
    json.text("clock", excerpt.clock().name().toLowerCase(Locale.ROOT));
    json.texts(
        "shows",
        excerpt.shown().stream()
            .map(each -> each.name().toLowerCase(Locale.ROOT))
            .sorted()
            .toList());
    json.number("tablesRead", excerpt.tablesRead());
    json.number("tablesFound", excerpt.tablesFound());
    json.number("figuresRead", excerpt.figuresRead());
    json.list(
        "unknownLines",
        excerpt.unknown(),
        (line, each) -> {
          each.number("line", line.number());
          each.text("text", line.text());
        });
  }
}
