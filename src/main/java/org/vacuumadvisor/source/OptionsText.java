package org.vacuumadvisor.source;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.vacuumadvisor.model.Reading;
import org.vacuumadvisor.postgres.StorageParameters;

/// `reloptions` as PostgreSQL prints the array, `{fillfactor=70,"user=a,b"}`, or its elements with
/// commas in between, as psql's `\d+` does.
public final class OptionsText {
  private OptionsText() {}

  static StorageParameters parameters(Reading<String> cell) {
    var text = cell.or("").strip();
    return text.isEmpty() || text.equals("{}")
        ? StorageParameters.NONE
        : StorageParameters.of(elements(text));
  }

  /// The elements: of an array, those with special characters stand in double quotes, in which a
  /// backslash takes away the meaning of what follows.
  public static List<String> elements(String text) {
    return text.startsWith("{") && text.endsWith("}")
        ? ofArray(text.substring(1, text.length() - 1))
        : Arrays.stream(text.split(",")).map(String::strip).toList();
  }

  private static List<String> ofArray(String body) {
    var elements = new ArrayList<String>();
    var element = new StringBuilder();
    boolean quoted = false;
    for (int at = 0; at < body.length(); at++) {
      char character = body.charAt(at);
      if (character == '\\' && at + 1 < body.length()) {
        element.append(body.charAt(++at));
      } else if (character == '"') {
        quoted = !quoted;
      } else if (character == ',' && !quoted) {
        elements.add(element.toString());
        element.setLength(0);
      } else {
        element.append(character);
      }
    }
    elements.add(element.toString());
    return elements;
  }
}
