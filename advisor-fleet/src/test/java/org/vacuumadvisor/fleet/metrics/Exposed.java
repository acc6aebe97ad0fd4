package org.vacuumadvisor.fleet.metrics;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;

/// What Prometheus reads in an exposition: a parser of its text format, by its documentation.
record Exposed(List<Series> series) {

  record Series(String name, Map<String, String> labels, double value) {}

  static Exposed of(String text) {
    var series = new ArrayList<Series>();
    text.lines()
        .filter(line -> !line.startsWith("#") && !line.isBlank())
        .forEach(line -> series.add(line(line)));
    return new Exposed(series);
  }

  private static Series line(String line) {
    int brace = line.indexOf('{');
    if (brace < 0) {
      var parts = line.split(" ", -1);
      return new Series(parts[0], Map.of(), Double.parseDouble(parts[1]));
    }
    Map<String, String> labels = new TreeMap<>();
    int at = brace + 1;
    while (line.charAt(at) != '}') {
      int equals = line.indexOf("=\"", at);
      var name = line.substring(at, equals);
      var value = new StringBuilder();
      at = equals + 2;
      while (line.charAt(at) != '"') {
        if (line.charAt(at) == '\\') {
          at++;
          value.append(line.charAt(at) == 'n' ? '\n' : line.charAt(at));
        } else {
          value.append(line.charAt(at));
        }
        at++;
      }
      labels.put(name, value.toString());
      at++;
      if (line.charAt(at) == ',') {
        at++;
      }
    }
    return new Series(
        line.substring(0, brace), labels, Double.parseDouble(line.substring(at + 1).strip()));
  }

  /// The value of the series with these labels, given as names and values in turn.
  OptionalDouble value(String name, String... labels) {
    return series.stream()
        .filter(each -> each.name().equals(name) && has(each, labels))
        .mapToDouble(Series::value)
        .findFirst();
  }

  List<Series> all(String name) {
    return series.stream().filter(each -> each.name().equals(name)).toList();
  }

  private static boolean has(Series series, String... labels) {
    for (int at = 0; at < labels.length; at += 2) {
      if (!labels[at + 1].equals(series.labels().get(labels[at]))) {
        return false;
      }
    }
    return true;
  }
}
