package org.vacuumadvisor.source.paste;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import org.vacuumadvisor.postgres.Setting;

/// Finds figures in a text: the shapes, in order, on each line. What is none of them is kept.
final class ShapeBook {
  /// One way in which something is shown: tables of a kind, names with values, plans, statements.
  private interface Shape {
    /// Reads what begins in a line.
    ///
    /// @return the index of the line after it; `at` if it is none
    int read(int at);
  }

  /// A way in which tables are written: the table that begins in a line, if one does.
  private interface TableShape {
    Optional<Grid> at(List<Line> lines, int at);
  }

  private static final List<TableShape> DRAWN =
      List.of(ExpandedTables::at, AlignedTables::at, JsonTables::at, Metrics::at);

  /// Those of which only the names of columns tell it; a statement may look like one.
  private static final List<TableShape> BARE =
      List.of((lines, at) ->
          ExpandedTables.isBare(lines, at) ? Optional.empty() : DelimitedTables.at(lines, at));

  private static final Pattern ASSIGNMENT = Forms.of("shape-book-assignment");

  private static final Pattern REWRITE = Forms.of("shape-book-rewrite");

  private static final Pattern CONNECTED = Forms.of("shape-book-connected");

  final PastedFacts gathered = new PastedFacts();
  final Mentions mentions = new Mentions();
  final Unread unread;
  private final List<Line> lines;
  private final Set<Integer> elsewhere;
  private final Intake intake;
  private final Footers footers = new Footers(gathered);
  private final Plans plans = new Plans(gathered);
  private final Transactions transactions = new Transactions(gathered);
  private final Pairs pairs;
  private final List<Shape> whole;
  private final List<Shape> loose;
  private Optional<Statement> statement = Optional.empty();

  /// The columns of the last table, and what they are the answer to: the same columns again are
  /// that of the same statement.
  private List<String> answered = List.of();

  private Optional<Statement> answer = Optional.empty();

  /// Tables of figures found, and of them those that were understood.
  int found;

  int read;

  /// @param elsewhere numbers of lines that someone else understands
  ShapeBook(List<Line> lines, Set<Integer> elsewhere) {
    this.lines = lines;
    this.elsewhere = elsewhere;
    this.unread = new Unread(lines, elsewhere);
    this.intake = new Intake(gathered, unread);
    this.pairs = new Pairs(gathered, intake, unread);
    this.whole =
        List.of(
            ofLine(this::isGap),
            ofLine(line -> connects(line.text().strip())),
            ofLine(this::printed),
            at -> table(DRAWN, at),
            this::statement,
            at -> table(BARE, at),
            at -> table(List.of(this::below), at));
    this.loose =
        List.of(
            ofLine(footers::take),
            ofLine(plans::take),
            ofLine(transactions::take),
            ofLine(intake.known::takeBare),
            ofLine(pairs::take),
            ofLine(line -> isChatter(line.text().strip())));
  }

  void readAll() {
    int at = 0;
    while (at < lines.size()) {
      at = readAt(at);
    }
    pairs.finish();
    plans.finish();
    transactions.finish();
    gathered.connect(""); // what is derived from here on is of no database in particular
  }

  private int readAt(int at) {
    for (var shape : whole) {
      int next = shape.read(at);
      if (next > at) {
        return next;
      }
    }
    var line = lines.get(at);
    mentions.see(line.text(), gathered.xids);
    if (loose.stream().noneMatch(shape -> shape.read(at) > at)) {
      unread.outside(line);
    }
    return at + 1;
  }

  /// A blank line, or one that someone else understands.
  private boolean isGap(Line line) {
    boolean isGap = line.isBlank() || elsewhere.contains(line.number());
    if (isGap) {
      pairs.finish();
      plans.finish();
      intake.known.gap();
    }
    return isGap;
  }

  private Shape ofLine(Predicate<Line> takes) {
    return at -> takes.test(lines.get(at)) ? at + 1 : at;
  }

  private boolean printed(Line line) {
    boolean isTaken = intake.known.take(line);
    if (isTaken) {
      pairs.finish();
    }
    return isTaken;
  }

  /// What follows is of another database, as psql says; a command that asks for it may fail.
  private boolean connects(String text) {
    var connected = CONNECTED.matcher(text);
    boolean isOne = connected.matches();
    if (isOne) {
      connect(connected.group(1));
    }
    return isOne;
  }

  private void connect(String database) {
    gathered.connect(database);
    mentions.prompt(database);
  }

  private int statement(int at) {
    var stated = Statement.at(lines, at);
    if (stated.isEmpty()) {
      return at;
    }
    int line = lines.get(at).number();
    pairs.below(stated);
    plans.finish();
    plans.see(stated.get().text());
    statement = stated;
    if (!stated.get().database().isEmpty()) {
      connect(stated.get().database());
    }
    footers.state(stated.get(), line);
    int next = Math.max(at + 1, stated.get().end());
    var answer = next < lines.size() ? lines.get(next).text().strip() : "";
    if (!answer.startsWith("ERROR:")) {
      transactions.state(stated.get(), line);
    }
    boolean isRewrite = REWRITE.matcher(stated.get().text()).matches();
    LockQueue.Wish.of(stated.get().text())
        .filter(_ -> Statement.isTag(answer))
        .map(each -> Relname.of(each.table()))
        .ifPresent(each -> gathered.tables.changed(each, answer, isRewrite, line));
    return next;
  }

  private int table(List<TableShape> shapes, int at) {
    for (var shape : shapes) {
      var grid = shape.at(lines, at);
      if (grid.isPresent()) {
        pairs.below(Optional.empty());
        if (Plans.isHeader(grid.get().header())) {
          plans.finish();
          return at + 2;
        }
        take(grid.get());
        return Math.max(at + 1, grid.get().end());
      }
    }
    return at;
  }

  private Optional<Grid> below(List<Line> all, int at) {
    return statement.flatMap(each -> DelimitedTables.below(each, all, at));
  }

  private void take(Grid grid) {
    if (footers.title(grid) && grid.header().getFirst().equals("Column")) {
      return;
    }
    found++;
    // a header whose rows were not copied shows nothing; below an empty result stands `(0 rows)`
    boolean isCutOff =
        grid.rows().isEmpty()
            && lines.subList(grid.first(), grid.end()).stream()
                .noneMatch(each -> Grid.isRowCount(each.text()));
    statement = statement.or(() -> grid.header().equals(answered) ? answer : Optional.empty());
    answered = grid.header();
    answer = statement;
    if (!isCutOff
        && ((!isTurned(grid) && intake.take(grid, statement)) || pairs.take(grid, lines))) {
      read++;
    } else {
      unread.table(grid);
    }
    statement = Optional.empty();
  }

  /// Whether it is a row that a client shows on its side: names of columns with their values.
  private static boolean isTurned(Grid grid) {
    boolean isPlain =
        List.of("name", "value").equals(grid.header().stream().map(Vocabulary::normal).toList());
    var names = isPlain ? grid.column(0) : List.<String>of();
    return names.stream().filter(Vocabulary::knows).count()
        > names.stream().filter(each -> Setting.named(each).isPresent()).count();
  }

  /// Lines that belong to a terminal's page or a configuration file, and say nothing.
  private static boolean isChatter(String text) {
    return Grid.isRowCount(text)
        || Drawing.isOne(text)
        || text.startsWith("NOTICE:")
        || text.startsWith("psql (")
        || Statement.isTag(text)
        || isConfiguration(text);
  }

  /// A line of `postgresql.conf` that sets nothing we judge, or is a comment.
  private static boolean isConfiguration(String line) {
    var match = ASSIGNMENT.matcher(line);
    if (!match.matches()) {
      return false;
    }
    var name = match.group(1);
    return Setting.named(name).isPresent()
        ? line.startsWith("#")
        : name.indexOf('_') > 0 || name.equals("fsync") || name.equals("port");
  }
}
