package org.vacuumadvisor.source.paste;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.source.Topic;

/// Rows whose form is known: results of well-known queries, functions and commands of psql, which
/// may tell of several things, and lines that programs print. The resources `results.txt` and
/// `lines.txt` list them.
final class KnownRows {
  private static final int LONGEST = 10_000;
  private static final Pattern CHECK = Forms.of("known-rows-check");

  /// What stands between the cells of a row without its header.
  private static final List<Pattern> SEPARATORS =
      Stream.of("\\|", "\t", " {2,}").map(Pattern::compile).toList();

  private static final Set<String> PARTS = Set.of("whole", "each", "under");
  private static final List<Result> RESULTS = new ArrayList<>();
  private static final List<Printed> PRINTED = new ArrayList<>();

  static {
    readResults();
    readPrinted();
  }

  private static final Set<String> NAMES =
      RESULTS.stream()
          .filter(Result::isLoose)
          .flatMap(each -> each.things().stream())
          .flatMap(each -> each.figures().stream())
          .flatMap(each -> each.headings().stream())
          .collect(Collectors.toSet());

  private final PastedFacts gathered;
  private final Intake intake;

  /// Headers that stand above in the same block of lines.
  private final Set<Pattern> headers = new HashSet<>();

  KnownRows(PastedFacts gathered, Intake intake) {
    this.gathered = gathered;
    this.intake = intake;
  }

  /// @param must headings that it has; of each one of several
  /// @param isLoose whether it may be told line by line, and names processes of no view in whole
  /// @param isWhole whether what it does not list is not there
  private record Result(
      List<List<String>> must, boolean isLoose, boolean isWhole, List<Thing> things) {}

  /// @param literal that a line must have, so that most lines are passed over fast
  /// @param isBare whether it is a row of a table without its header
  /// @param things none where a result has its headings, or the line tells nothing
  /// @param parts by what they are: the pattern of the whole, of each row, of the header above
  private record Printed(
      String literal, boolean isBare, List<Thing> things, Map<String, Pattern> parts) {}

  /// What each row tells of, if its cells fit.
  private record Thing(Topic topic, @Nullable Condition condition, List<Figure> figures) {}

  /// @param headings the first of them that has a cell counts; none for a constant
  private record Figure(
      String column,
      List<String> headings,
      @Nullable String constant,
      @Nullable Condition condition) {
    /// `column = constant`, `column = constant @ heading ~ pattern`, `column < headings`, or
    /// `column < heading ~ pattern`.
    static Figure of(String line) {
      var words = line.split(" ", 3);
      var value = words.length > 2 ? words[2] : "";
      if (words[1].equals("=")) {
        var parts = value.split(" @ ", 2);
        var condition = parts.length > 1 ? Condition.of(parts[1]) : null;
        return new Figure(words[0], List.of(), parts[0], condition);
      }
      var condition = value.contains(" ~ ") ? Condition.of(value) : null;
      var headings = condition == null ? List.of(value.split(" ", -1)) : condition.headings();
      return new Figure(words[0], headings, null, condition);
    }
  }

  /// A cell under one of the headings that must fit; the group in it, if there is one, is the
  /// value.
  private record Condition(List<String> headings, Pattern form) {
    boolean fits(List<String> names, Grid.Cells row) {
      return headings.stream()
          .flatMap(each -> row.cell(names.indexOf(each)).stream())
          .anyMatch(each -> form.matcher(each).matches());
    }

    Optional<String> part(String cell) {
      var found = form.matcher(cell);
      return found.matches() ? Optional.of(found.group(1)) : Optional.empty();
    }

    static Condition of(String text) {
      var parts = text.split(" ~ ", 2);
      return new Condition(List.of(parts[0].split("\\|", -1)), Pattern.compile(parts[1]));
    }
  }

  /// Whether a name with a value may be part of a result.
  static boolean isColumn(String name) {
    return NAMES.contains(name);
  }

  /// Whether a line is the answer of a monitoring check, which looks like a message of a server.
  static boolean isCheck(String line) {
    return line.contains("POSTGRES_") && CHECK.matcher(line).matches();
  }

  /// The block of lines ends here.
  void gap() {
    headers.clear();
  }

  /// Takes a table; false if it is none of the results.
  boolean take(Grid grid) {
    var names = grid.header().stream().map(HeadingUnit::normal).toList();
    for (var result : RESULTS) {
      if (result.must().stream().allMatch(any -> any.stream().anyMatch(names::contains))) {
        if (result.isWhole()) {
          result.things().forEach(thing -> gathered.see(thing.topic()));
        }
        for (var row : grid.rows()) {
          for (var thing : result.things()) {
            if (thing.condition() == null || thing.condition().fits(names, row)) {
              var entry = entry(thing, names, row);
              if (result.isLoose()) {
                gathered.join(entry);
              } else {
                gathered.see(thing.topic());
                intake.route(thing.topic(), entry, Optional.empty());
              }
            }
          }
        }
        return true;
      }
    }
    return false;
  }

  /// Takes a line that a program prints; false if it is none.
  boolean take(Line line) {
    return take(line.text().strip(), line.number(), false);
  }

  /// Takes a row of a table without its header; false if it is none.
  boolean takeBare(Line line) {
    return SEPARATORS.stream()
        .map(each -> each.split(line.text(), -1))
        .filter(cells -> cells.length > 1)
        .map(cells ->
            Arrays.stream(cells)
                .map(String::strip)
                .filter(each -> !each.isEmpty())
                .collect(Collectors.joining("¦")))
        .anyMatch(row -> take(row, line.number(), true));
  }

  private boolean take(String text, int line, boolean isBare) {
    boolean isTaken = false;
    for (var shape : text.length() > LONGEST ? List.<Printed>of() : PRINTED) {
      var header = shape.parts().get("under");
      if (shape.isBare() != isBare) {
        continue;
      }
      if (header != null && header.matcher(text).matches()) {
        headers.add(header);
        isTaken = true;
      } else if (text.contains(shape.literal())
          && (header == null || headers.contains(header))
          && take(shape, text, line)) {
        // a check tells of tables and of indexes in one line
        isTaken = true;
        if (!shape.parts().containsKey("each")) {
          return true;
        }
      }
    }
    return isTaken;
  }

  private boolean take(Printed shape, String text, int line) {
    var whole = shape.parts().get("whole");
    if (whole == null || !whole.matcher(text).matches()) {
      return false;
    }
    // what follows a bar is for programs
    var each = shape.parts().get("each");
    var rows = each == null ? whole.matcher(text) : each.matcher(text.split(" \\| ", 2)[0]);
    boolean any = each == null;
    for (boolean is = any ? rows.matches() : rows.find(); is; is = each != null && rows.find()) {
      var names = new ArrayList<String>();
      var cells = new ArrayList<@Nullable String>();
      for (var group : rows.namedGroups().keySet()) {
        if (rows.group(group) != null) {
          names.add(heading(group));
          cells.add(rows.group(group));
        }
      }
      var row = new Grid.Cells(line, cells);
      if (!shape.things().isEmpty()) {
        shape.things().forEach(thing -> take(thing, names, row));
        any = true;
      } else if (!names.isEmpty()) {
        any &= take(new Grid("", names, List.of(row), 0, 0));
      }
      gathered.figures += any ? cells.size() : 0;
    }
    return any;
  }

  private void take(Thing thing, List<String> names, Grid.Cells row) {
    var entry = entry(thing, names, row);
    entry.figures().keySet().forEach(each -> gathered.see(thing.topic(), each));
    // a list of processes shows no view: those that are not in it may be there all the same
    if (thing.topic() != Topic.SESSIONS) {
      gathered.see(thing.topic());
    }
    intake.route(thing.topic(), entry, Optional.empty());
  }

  private Entry entry(Thing thing, List<String> names, Grid.Cells row) {
    var entry = Entry.at(row.line());
    for (var figure : thing.figures()) {
      var condition = figure.condition();
      if (figure.constant() != null && (condition == null || condition.fits(names, row))) {
        entry.put(figure.column(), figure.constant());
      }
      var cell =
          figure.headings().stream()
              .flatMap(each -> row.cell(names.indexOf(each)).stream())
              .findFirst()
              .flatMap(each -> condition == null ? Optional.of(each) : condition.part(each));
      var column = Vocabulary.column(thing.topic(), figure.column());
      cell.ifPresent(each ->
          column.ifPresentOrElse(
              known -> intake.put(entry, known, each, row.line(), DecimalMark.UNKNOWN),
              () -> entry.put(figure.column(), each)));
    }
    return entry;
  }

  /// `xidAge2` is `xid_age`.
  private static String heading(String group) {
    return group.replaceAll("[0-9]+$", "").replaceAll("(?=[A-Z])", "_").toLowerCase(Locale.ROOT);
  }

  private static void readResults() {
    for (var line : Forms.lines("results.txt")) {
      if (line.startsWith("[")) {
        var must =
            Stream.of(line.replaceAll("[\\[*+\\]]", "").split(" ", -1))
                .map(each -> List.of(each.split("\\|", -1)))
                .toList();
        boolean isLoose = line.startsWith("[*");
        RESULTS.add(new Result(must, isLoose, line.startsWith("[+"), new ArrayList<>()));
      } else if (line.startsWith(">")) {
        var words = line.split(" ", 3);
        var condition = words.length > 2 ? Condition.of(words[2]) : null;
        var thing = new Thing(Topic.valueOf(words[1]), condition, new ArrayList<>());
        RESULTS.getLast().things().add(thing);
      } else {
        RESULTS.getLast().things().getLast().figures().add(Figure.of(line.strip()));
      }
    }
  }

  private static void readPrinted() {
    for (var line : Forms.lines("lines.txt")) {
      var words = line.strip().split(" ", 2);
      if (line.startsWith("[")) {
        int end = line.indexOf(']');
        var topic = line.substring(1, end).replace("*", "");
        var things =
            topic.isEmpty()
                ? List.<Thing>of()
                : List.of(new Thing(Topic.valueOf(topic), null, new ArrayList<>()));
        boolean isBare = line.charAt(end - 1) == '*';
        PRINTED.add(new Printed(line.substring(end + 2), isBare, things, new HashMap<>()));
      } else if (PARTS.contains(words[0])) {
        var pattern = Pattern.compile(words[1]);
        PRINTED.getLast().parts().put(words[0], pattern);
        for (var thing : PRINTED.getLast().things()) {
          pattern.namedGroups().keySet().stream()
              .map(KnownRows::heading)
              .filter(each -> Vocabulary.column(thing.topic(), each).isPresent())
              .forEach(each -> thing.figures().add(Figure.of(each + " < " + each)));
        }
      } else {
        PRINTED.getLast().things().getFirst().figures().add(Figure.of(line.strip()));
      }
    }
  }
}
