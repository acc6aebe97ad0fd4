package org.vacuumadvisor.source.paste;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.source.Topic;
import org.vacuumadvisor.source.paste.table.Figures;
import org.vacuumadvisor.source.paste.table.Grid;
import org.vacuumadvisor.source.paste.table.HeadingUnit;
import org.vacuumadvisor.source.paste.table.Vocabulary;
import org.vacuumadvisor.unit.Resource;

/// Results of well-known queries, functions and commands of psql whose rows tell of several things,
/// or of things of several kinds. The resource `results.txt` lists them.
final class KnownResults {
  private static final List<Result> ALL = results();
  private static final Set<String> NAMES = names();

  private KnownResults() {}

  /// @param must headings that it has; of each one of several
  /// @param isLoose whether it may be told line by line, and names processes of no view in whole
  /// @param isWhole whether what it does not list is not there
  private record Result(
      List<List<String>> must, boolean isLoose, boolean isWhole, List<Thing> things) {}

  /// What each row tells of, if its cells fit.
  private record Thing(Topic topic, @Nullable Condition condition, List<Figure> figures) {}

  /// @param headings the first of them that has a cell counts; none for a constant
  private record Figure(
      String column, List<String> headings, String constant, @Nullable Condition condition) {}

  /// A cell under one of the headings that must fit; the group in it, if there is one, is the
  /// value.
  private record Condition(List<String> headings, Pattern form) {}

  /// Takes a table; false if it is none of them.
  static boolean take(Grid grid, PastedFacts to, Intake intake) {
    var names = grid.header().stream().map(HeadingUnit::normal).toList();
    for (var result : ALL) {
      if (result.must().stream().allMatch(any -> any.stream().anyMatch(names::contains))) {
        if (result.isWhole()) {
          result.things().forEach(thing -> to.see(thing.topic()));
        }
        for (var row : grid.rows()) {
          result.things().forEach(thing -> take(thing, result.isLoose(), names, row, to, intake));
        }
        return true;
      }
    }
    return false;
  }

  /// Whether a name with a value may be part of one of them.
  static boolean isColumn(String name) {
    return NAMES.contains(name);
  }

  private static void take(
      Thing thing,
      boolean isLoose,
      List<String> names,
      Grid.Cells row,
      PastedFacts to,
      Intake intake) {
    if (!fits(thing.condition(), names, row)) {
      return;
    }
    var entry = Entry.at(row.line());
    for (var figure : thing.figures()) {
      if (!figure.constant().isEmpty() && fits(figure.condition(), names, row)) {
        entry.put(figure.column(), figure.constant());
      }
      figure.headings().stream()
          .flatMap(each -> row.cell(names.indexOf(each)).stream())
          .findFirst()
          .flatMap(each -> part(figure, each))
          .flatMap(each ->
              Vocabulary.column(thing.topic(), figure.column())
                  .map(column -> Figures.read(column, each))
                  .orElse(Optional.of(each)))
          .ifPresent(each -> entry.put(figure.column(), each));
    }
    if (isLoose) {
      to.join(entry);
    } else {
      to.see(thing.topic());
      intake.route(thing.topic(), entry, Optional.empty());
    }
  }

  private static Optional<String> part(Figure figure, String cell) {
    var condition = figure.condition();
    if (condition == null) {
      return Optional.of(cell);
    }
    var found = condition.form().matcher(cell);
    return found.matches() ? Optional.of(found.group(1)) : Optional.empty();
  }

  private static boolean fits(@Nullable Condition condition, List<String> names, Grid.Cells row) {
    return condition == null
        || condition.headings().stream()
            .flatMap(each -> row.cell(names.indexOf(each)).stream())
            .anyMatch(each -> condition.form().matcher(each).matches());
  }

  private static Set<String> names() {
    var names = new HashSet<String>();
    ALL.stream()
        .filter(Result::isLoose)
        .flatMap(each -> each.things().stream())
        .flatMap(each -> each.figures().stream())
        .forEach(each -> names.addAll(each.headings()));
    return names;
  }

  private static List<Result> results() {
    var results = new ArrayList<Result>();
    for (var line : Resource.lines(KnownResults.class, "results.txt")) {
      if (line.startsWith("[")) {
        var must =
            Stream.of(line.replaceAll("[\\[*+\\]]", "").split(" ", -1))
                .map(each -> List.of(each.split("\\|", -1)))
                .toList();
        results.add(
            new Result(must, line.startsWith("[*"), line.startsWith("[+"), new ArrayList<>()));
      } else if (line.startsWith(">")) {
        var words = line.split(" ", 3);
        results
            .getLast()
            .things()
            .add(
                new Thing(
                    Topic.valueOf(words[1]),
                    words.length > 2 ? condition(words[2]) : null,
                    new ArrayList<>()));
      } else if (line.startsWith(" ")) {
        results.getLast().things().getLast().figures().add(figure(line.strip()));
      }
    }
    return results;
  }

  /// `column = constant`, `column = constant @ heading ~ pattern`, `column < headings`, or `column
  /// < heading ~ pattern`.
  private static Figure figure(String line) {
    var words = line.split(" ", 3);
    if (words[1].equals("=")) {
      var parts = words[2].split(" @ ", 2);
      return new Figure(
          words[0], List.of(), parts[0], parts.length > 1 ? condition(parts[1]) : null);
    }
    var condition = words[2].contains(" ~ ") ? condition(words[2]) : null;
    var headings = condition == null ? List.of(words[2].split(" ", -1)) : condition.headings();
    return new Figure(words[0], headings, "", condition);
  }

  private static Condition condition(String text) {
    var parts = text.split(" ~ ", 2);
    return new Condition(List.of(parts[0].split("\\|", -1)), Pattern.compile(parts[1]));
  }
}
