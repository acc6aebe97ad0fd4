package org.vacuumadvisor.report.data;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/// Where a result differs from what was expected: numbers compare as numbers, and what is not there
/// is as good as null, an empty list, or a flag that is false.
final class Difference {
  private static final double PERCENT_TOLERANCE = 0.0100001;
  private static final Set<String> UTC = Set.of("Z", "UTC", "GMT", "+00", "+00:00", "+0000");

  private final boolean lenient;
  private final List<String> wrong = new ArrayList<>();
  private int fields;

  private Difference(boolean lenient) {
    this.lenient = lenient;
  }

  /// The differences, one line each. A lenient case has none as long as every run is there and
  /// nineteen of twenty fields are right.
  static List<String> of(JsonNode expected, JsonNode actual, boolean lenient) {
    var difference = new Difference(lenient);
    difference.lists("runs", expected, actual);
    if (!lenient) {
      difference.lists("notices", expected, actual);
    }
    boolean isGood = lenient && difference.wrong.size() * 20 <= difference.fields;
    return isGood ? List.of() : difference.wrong;
  }

  private void lists(String name, JsonNode expected, JsonNode actual) {
    int size = expected.get(name).size();
    if (size != actual.get(name).size()) {
      fields += size;
      wrong.add("%d %s instead of %d".formatted(actual.get(name).size(), name, size));
    }
    for (int each = 0; each < Math.min(size, actual.get(name).size()); each++) {
      object(name + "[" + each + "]", expected.get(name).get(each), actual.get(name).get(each));
    }
  }

  private void object(String path, JsonNode expected, JsonNode actual) {
    var names = new TreeSet<String>(expected.propertyNames());
    names.addAll(actual.propertyNames());
    names.remove("language");
    names.remove("story"); // which has tests of its own
    if (lenient) {
      names.remove("line");
    }
    for (var name : names) {
      compare(path + "." + name, name, expected.get(name), actual.get(name));
    }
  }

  private void compare(
      String path, String name, @Nullable JsonNode expected, @Nullable JsonNode actual) {
    if (isNothing(expected) && isNothing(actual)) {
      return;
    }
    if (expected != null && actual != null && expected.isObject() && actual.isObject()) {
      object(path, expected, actual);
    } else if (expected != null && actual != null && expected.isArray() && actual.isArray()) {
      for (int each = 0; each < Math.max(expected.size(), actual.size()); each++) {
        compare(path + "[" + each + "]", name, expected.get(each), actual.get(each));
      }
    } else {
      fields++;
      if (expected == null || actual == null || !isSame(name, expected, actual)) {
        wrong.add("%s: expected %s, got %s".formatted(path, expected, actual));
      }
    }
  }

  private static boolean isNothing(@Nullable JsonNode node) {
    return node == null
        || node.isNull()
        || (node.isBoolean() && !node.asBoolean())
        || (node.isContainer() && node.isEmpty());
  }

  private static boolean isSame(String name, JsonNode expected, JsonNode actual) {
    if (expected.isNumber() && actual.isNumber()) {
      double tolerance = name.toLowerCase(Locale.ROOT).endsWith("percent") ? PERCENT_TOLERANCE : 0;
      return Math.abs(expected.asDouble() - actual.asDouble()) <= tolerance;
    }
    if (name.equals("timezone")) {
      return Objects.equals(expected, actual)
          || (UTC.contains(expected.asString()) && UTC.contains(actual.asString()));
    }
    if (name.equals("timestamp")) {
      return moment(expected.asString()).equals(moment(actual.asString()));
    }
    return Objects.equals(expected, actual);
  }

  /// Zeros at the end of a fraction say nothing.
  private static String moment(String timestamp) {
    var text = timestamp.replace('T', ' ');
    return text.indexOf('.') < 0 ? text : text.replaceAll("\\.?0+$", "");
  }
}
