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
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.source.Topic;

/// Rows whose form is known: results of well-known queries, functions and commands of psql, which
/// may tell of several things, lines that programs print, and what rows tell besides what they
/// show. The resources `results.txt` and `lines.txt` list them.
final class KnownRows {
  private static final int LONGEST = 10_000;
  private static final Pattern CHECK = Forms.of("known-rows-check");

  /// What stands between the cells of a row without its header.
  private static final List<Pattern> SEPARATORS =
      Stream.of("\\|", "\t", " {2,}").map(Pattern::compile).toList();

  /// Of lines that are printed, with their headings or without.
  private static final String PRINTED = "#¦";

  private static final String MARKS = "*+:=-" + PRINTED;
  private static final Set<String> PARTS = Set.of("whole", "each", "under");
  private static final List<Known> ALL = new ArrayList<>();

  static {
    Forms.lines("results.txt").forEach(KnownRows::read);
    Forms.lines("lines.txt").forEach(KnownRows::read);
  }

  private static final Map<Character, List<Known>> MARKED =
      ALL.stream().collect(Collectors.groupingBy(Known::mark));

  private static final Set<String> NAMES =
      Stream.of('*', '-')
          .flatMap(each -> marked(each).stream())
          .flatMap(each ->
              Stream.concat(
                  each.must().stream().flatMap(List::stream),
                  each.things().stream()
                      .flatMap(it -> it.figures().stream())
                      .flatMap(it -> it.headings().stream())))
          .collect(Collectors.toSet());

  private final PastedFacts gathered;
  private final Intake intake;

  /// Headers that stand above in the same block of lines.
  private final Set<Pattern> headers = new HashSet<>();

  KnownRows(PastedFacts gathered, Intake intake) {
    this.gathered = gathered;
    this.intake = intake;
  }

  /// @param mark what tells of what use it is, as `results.txt` and `lines.txt` say
  /// @param must headings that it has; of each one of several
  /// @param literal that a line must have, so that most lines are passed over fast
  /// @param parts by what they are: the pattern of the whole, of each row, of the header above
  private record Known(
      char mark,
      List<List<String>> must,
      String literal,
      List<Thing> things,
      Map<String, Pattern> parts) {
    static Known of(char mark, String rest) {
      var must =
          Stream.of((PRINTED.indexOf(mark) >= 0 ? "" : rest).split(" ", -1))
              .filter(each -> !each.isEmpty())
              .map(each -> List.of(each.split("\\|", -1)))
              .toList();
      return new Known(mark, must, rest.replaceFirst("^ ", ""), new ArrayList<>(), new HashMap<>());
    }

    boolean isPrinted() {
      return PRINTED.indexOf(mark) >= 0;
    }
  }

  /// What each row tells of, if one of its cells fits.
  private record Thing(Topic topic, Figure when, List<Figure> figures) {}

  /// A figure by the first cell under a heading that fits: it, a group in it, or the constant.
  private record Figure(
      String column, @Nullable String constant, List<String> headings, @Nullable Pattern form) {
    static Figure of(String line) {
      var words = line.strip().split(" ", 3);
      boolean isConstant = words[1].endsWith("=");
      var value = (words.length > 2 ? words[2] : "").split(" @ ", 2);
      var cells = isConstant && value.length < 2 ? "" : value[value.length - 1];
      var parts = cells.split(" ~ ", 2);
      return new Figure(
          words[0],
          isConstant ? value[0] : null,
          cells.isEmpty() ? List.of() : List.of(parts[0].split("[ |]", -1)),
          parts.length > 1 ? Pattern.compile(parts[1]) : null);
    }

    static Figure ofColumn(String name) {
      return new Figure(name, null, List.of(name), null);
    }

    Optional<String> in(Function<String, Optional<String>> row) {
      return headings.isEmpty()
          ? Optional.ofNullable(constant)
          : headings.stream()
              .flatMap(each -> row.apply(each).stream())
              .flatMap(this::value)
              .findFirst();
    }

    private Stream<String> value(String cell) {
      var found = form == null ? null : form.matcher(cell);
      boolean isIt = found == null || found.matches();
      return Stream.ofNullable(
          !isIt ? null : constant != null ? constant : found == null ? cell : found.group(1));
    }
  }

  private static List<Known> marked(char mark) {
    return MARKED.getOrDefault(mark, List.of());
  }

  /// Puts what a row tells besides.
  ///
  /// @param mark `:` for what stands in place of what is shown, `=` for what follows from it
  static void besides(char mark, Topic topic, Entry row) {
    marked(mark).stream()
        .flatMap(each -> each.things().stream())
        .filter(each -> each.topic() == topic)
        .flatMap(each -> each.figures().stream())
        .filter(each -> mark == ':' || !row.has(each.column()))
        .forEach(each -> each.in(row::value).ifPresent(value -> row.put(each.column(), value)));
  }

  /// Whether a name with a value may be part of a result.
  static boolean isColumn(String name) {
    return NAMES.contains(name);
  }

  /// Whether a line is the answer of a monitoring check, which looks like a message of a server.
  static boolean isCheck(String line) {
    return line.contains("POSTGRES_") && CHECK.matcher(line).matches();
  }

  void gap() {
    headers.clear();
  }

  boolean take(Grid grid) {
    var names = grid.header().stream().map(Vocabulary::normal).toList();
    var result =
        ALL.stream()
            .filter(each -> !each.must().isEmpty())
            .filter(each ->
                each.must().stream().allMatch(any -> any.stream().anyMatch(names::contains)))
            .filter(each -> each.things().isEmpty() || tells(each, grid, names))
            .findFirst();
    result.ifPresent(of -> {
      if (of.mark() == '+') {
        of.things().forEach(thing -> gathered.see(thing.topic()));
      }
      grid.rows().forEach(row -> of.things().forEach(thing -> take(of, thing, names, row)));
    });
    return result.isPresent();
  }

  /// Whether a row is one of its things; a list of all there are tells by having none.
  private static boolean tells(Known known, Grid grid, List<String> names) {
    return grid.rows().isEmpty()
        || known.things().stream()
            .anyMatch(thing -> grid.rows().stream().anyMatch(row -> isOf(thing, names, row)));
  }

  private static boolean isOf(Thing thing, List<String> names, Grid.Cells row) {
    return thing.when().in(each -> row.cell(names.indexOf(each))).isPresent();
  }

  private void take(Known known, Thing thing, List<String> names, Grid.Cells row) {
    if (!isOf(thing, names, row)) {
      return;
    }
    var entry = entry(known, thing, names, row);
    if (known.mark() == '*') {
      gathered.join(entry);
      return;
    }
    if (known.isPrinted()) {
      entry.figures().keySet().forEach(each -> gathered.see(thing.topic(), each));
    }
    // a list of processes shows no view: those that are not in it may be there all the same
    if (!known.isPrinted() || thing.topic() != Topic.SESSIONS) {
      gathered.see(thing.topic());
    }
    intake.route(thing.topic(), entry, Optional.empty());
  }

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
    for (var shape : text.length() > LONGEST ? List.<Known>of() : marked(isBare ? '¦' : '#')) {
      var header = shape.parts().get("under");
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

  private boolean take(Known shape, String text, int line) {
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
        shape.things().forEach(thing -> take(shape, thing, names, row));
        any = true;
      } else if (!names.isEmpty()) {
        any &= take(new Grid("", names, List.of(row), 0, 0));
      }
      gathered.figures += any ? cells.size() : 0;
    }
    return any;
  }

  private Entry entry(Known known, Thing thing, List<String> names, Grid.Cells row) {
    var entry = Entry.at(row.line());
    // the groups of a line are called after columns
    var groups = known.isPrinted() ? names.stream().map(Figure::ofColumn) : Stream.<Figure>of();
    for (var figure : Stream.concat(thing.figures().stream(), groups).toList()) {
      var cell = figure.in(each -> row.cell(names.indexOf(each)));
      var column =
          Vocabulary.column(thing.topic(), figure.column()).filter(_ -> figure.constant() == null);
      cell.ifPresent(each ->
          column.ifPresentOrElse(
              it -> intake.put(entry, it, each, row.line()),
              () -> entry.put(figure.column(), each)));
    }
    return entry;
  }

  /// `xidAge2` is `xid_age`.
  private static String heading(String group) {
    return group.replaceAll("[0-9]+$", "").replaceAll("(?=[A-Z])", "_").toLowerCase(Locale.ROOT);
  }

  private static void read(String line) {
    var words = line.strip().split(" ", 3);
    if (line.startsWith("[")) {
      char mark = MARKS.indexOf(line.charAt(1)) >= 0 ? line.charAt(1) : ' ';
      var rest = line.substring(mark == ' ' ? 1 : 2, line.lastIndexOf(']'));
      ALL.add(Known.of(mark, rest));
    } else if (words[0].equals(">")) {
      var when = Figure.of("is = t" + (words.length > 2 ? " @ " + words[2] : ""));
      ALL.getLast().things().add(new Thing(Topic.valueOf(words[1]), when, new ArrayList<>()));
    } else if (PARTS.contains(words[0])) {
      var pattern = line.strip().substring(words[0].length() + 1);
      ALL.getLast().parts().put(words[0], Pattern.compile(pattern));
    } else {
      ALL.getLast().things().getLast().figures().add(Figure.of(line));
    }
  }
}
