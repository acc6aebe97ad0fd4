package org.vacuumadvisor.source.paste;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.vacuumadvisor.unit.Resource;

/// Lines of the resources that list patterns: `$name pattern` is what `${name}` stands for below.
final class Forms {
  private static final Map<String, Pattern> NAMED =
      lines("forms.txt").stream()
          .map(each -> each.split(" ", 2))
          .collect(Collectors.toMap(each -> each[0], each -> Pattern.compile(each[1])));

  private Forms() {}

  /// The pattern that `forms.txt` calls so; it must be there.
  static Pattern of(String name) {
    return Objects.requireNonNull(NAMED.get(name), name);
  }

  /// What `units.txt` lists of a kind: of each line the words behind it.
  static List<List<String>> words(String kind) {
    return Resource.lines(Forms.class, "units.txt").stream()
        .map(each -> List.of(each.split(" ", -1)))
        .filter(each -> each.getFirst().equals(kind))
        .map(each -> each.subList(1, each.size()))
        .toList();
  }

  /// The words that `units.txt` lists of a kind, in one line or several.
  static Set<String> set(String kind) {
    return words(kind).stream().flatMap(List::stream).collect(Collectors.toSet());
  }

  /// The lines with the pieces put in.
  static List<String> lines(String resource) {
    var pieces = new LinkedHashMap<String, String>();
    var lines = new ArrayList<String>();
    for (var each : Resource.lines(Forms.class, resource)) {
      var line = each;
      for (var piece : pieces.entrySet()) {
        line = line.replace(piece.getKey(), piece.getValue());
      }
      int end = line.indexOf(' ');
      if (line.startsWith("$")) {
        pieces.put("${" + line.substring(1, end) + "}", line.substring(end + 1));
      } else {
        lines.add(line);
      }
    }
    return lines;
  }
}
