package org.vacuumadvisor.source.paste;

import java.util.Arrays;
import java.util.List;
import org.vacuumadvisor.postgres.ParsedBoolean;
import org.vacuumadvisor.source.paste.thing.Entry;

/// `reloptions` of which a narrow column shows the beginning alone:
/// `{autovacuum_enabled=off,fillf…`.
final class CutOptions {
  private static final String COLUMN = "reloptions";
  private static final String ENABLED = "autovacuum_enabled=";

  private CutOptions() {}

  /// Keeps that autovacuum is off, which no other parameter takes back. Of the others it is not
  /// known whether more was set, so none of them is.
  static void mend(Entry table) {
    var shown = table.figures().get(COLUMN);
    if (shown == null || !shown.value().startsWith("{") || shown.value().endsWith("}")) {
      return;
    }
    table.figures().remove(COLUMN);
    whole(shown.value()).stream()
        .filter(each -> each.startsWith(ENABLED))
        .filter(each ->
            ParsedBoolean.of(each.substring(ENABLED.length())).filter(on -> !on).isPresent())
        .forEach(off -> table.put(COLUMN, "{" + off + "}", shown.line()));
  }

  /// The elements before the last, which may be cut.
  private static List<String> whole(String text) {
    var elements = Arrays.asList(text.substring(1).split(",", -1));
    return elements.subList(0, elements.size() - 1);
  }
}
