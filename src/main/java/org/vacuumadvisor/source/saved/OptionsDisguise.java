package org.vacuumadvisor.source.saved;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/// `reloptions` with PostgreSQL's own storage parameters only: those of an extension's access
/// method may name columns.
final class OptionsDisguise {
  /// Such elements PostgreSQL prints without quotes.
  private static final Pattern OWN =
      Pattern.compile(
          "(autovacuum_[a-z_]+|log_auto[a-z_]+|vacuum_[a-z_]+|fillfactor|parallel_workers"
              + "|toast_tuple_target|user_catalog_table|deduplicate_items|fastupdate|buffering"
              + "|gin_pending_list_limit|pages_per_range|autosummarize)=[-+.A-Za-z0-9]{1,30}");

  private OptionsDisguise() {}

  static String of(String array) {
    var kept = new ArrayList<String>();
    var element = new StringBuilder();
    boolean quoted = false;
    for (int at = 0; at < array.length(); at++) {
      char character = array.charAt(at);
      if (character == '\\') {
        element.append(character);
        at++;
      } else if (character == '"') {
        quoted = !quoted;
        element.append(character);
      } else if (!quoted && (character == ',' || character == '{' || character == '}')) {
        keep(element, kept);
      } else {
        element.append(character);
      }
    }
    return "{" + String.join(",", kept) + "}";
  }

  private static void keep(StringBuilder element, List<String> kept) {
    if (OWN.matcher(element).matches()) {
      kept.add(element.toString());
    }
    element.setLength(0);
  }
}
