package org.vacuumadvisor.source.paste.table;

import java.util.ArrayList;
import java.util.List;

/// One name, or a list of them as JSON and YAML write it: `["a.b", "c"]`.
public final class NameList {
  private NameList() {}

  public static List<String> of(String text) {
    var stripped = text.strip();
    if (!stripped.startsWith("[") || !stripped.endsWith("]")) {
      return stripped.isEmpty() ? List.of() : List.of(stripped);
    }
    var names = new ArrayList<String>();
    for (var each : DelimitedTables.split(stripped.substring(1, stripped.length() - 1), ',')) {
      var name = each.strip();
      boolean isQuoted = name.length() > 2 && name.charAt(0) == '\'' && name.endsWith("'");
      names.add(isQuoted ? name.substring(1, name.length() - 1) : name);
    }
    names.removeIf(String::isEmpty);
    return names;
  }
}
