package org.vacuumadvisor.report;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.vacuumadvisor.diagnosis.Severity;

/// A piece of a report before it has a form. Wording, order and what is folded are decided; a
/// renderer decides characters, a window decides nodes. Texts hold names as the server has them:
/// whoever shows them escapes them for HTML, Markdown or a terminal.
public sealed interface Part {
  /// All of the parts, in this order.
  @SafeVarargs
  @SuppressWarnings("varargs") // they are only read
  static Stream<Part> all(Stream<? extends Part>... parts) {
    return Stream.of(parts).flatMap(each -> each);
  }

  /// Parts below a heading; nothing where there are none.
  static Stream<Part> section(String heading, Stream<? extends Part> parts) {
    var all = parts.toList();
    return all.isEmpty() ? Stream.empty() : all(Stream.of(new Heading(heading)), all.stream());
  }

  /// What of the texts is not empty, as one paragraph; nothing where all are.
  static Stream<Part> paragraph(String... texts) {
    var text = Words.joined(texts);
    return text.isEmpty() ? Stream.empty() : Stream.of(new Paragraph(text));
  }

  /// The first so many of some texts, and how many more there are.
  static Folded folded(String intro, List<String> lines, int most) {
    return new Folded(intro, lines.stream().limit(most).toList(), Math.max(0, lines.size() - most));
  }

  /// The whole report in one line.
  ///
  /// @param worst the worst severity there is; empty if there is no finding
  record Verdict(Optional<Severity> worst, String text) implements Part {}

  record Heading(String text) implements Part {}

  record Paragraph(String text) implements Part {}

  /// Rows of cells under a head.
  record Grid(List<Column> columns, List<List<String>> rows) implements Part {
    public Grid {
      columns = List.copyOf(columns);
      rows = rows.stream().map(List::copyOf).toList();
    }
  }

  /// One thing that is wrong, in brief: cause, effect and action.
  ///
  /// @param figure what the headline is about; empty where nothing was counted
  /// @param headline the cause, or the emergency it leads to
  /// @param effects what follows from it, a line each
  /// @param steps what to do
  record ProblemCard(
      Severity severity,
      Optional<Proof> figure,
      String headline,
      List<String> effects,
      List<Step> steps)
      implements Part {
    public ProblemCard {
      effects = List.copyOf(effects);
      steps = List.copyOf(steps);
    }
  }

  /// Something to do, in brief.
  ///
  /// @param mark what stands before it: an arrow, or its number in a plan
  /// @param title empty where the statement says it all
  /// @param sql the statement; empty where it is none
  /// @param notes what it costs and what to do beside it, a sentence or two each
  record Step(String mark, String title, Optional<Script> sql, List<String> notes) {
    public static final String ARROW = "→";

    public Step {
      notes = List.copyOf(notes);
    }

    /// What words alone tell.
    public static Step of(String title) {
      return new Step(ARROW, title, Optional.empty(), List.of());
    }

    /// A statement, and what it is for.
    public static Step of(String title, String sql) {
      return new Step(ARROW, title, Optional.of(new Script(sql)), List.of());
    }
  }

  /// Things to do that belong to no problem alone: a plan, or questions.
  record StepList(String intro, List<Step> steps) implements Part {
    public StepList {
      steps = List.copyOf(steps);
    }
  }

  /// A finding with its proof.
  ///
  /// @param about what it is about, how sure it is, and its id
  /// @param explanation empty where an earlier card said the same
  /// @param surer what would make it surer
  record FindingCard(
      Severity severity,
      String headline,
      String about,
      List<Proof> proof,
      Optional<String> explanation,
      Optional<String> surer)
      implements Part {
    public FindingCard {
      proof = List.copyOf(proof);
    }
  }

  /// One figure of a proof, and where it came from.
  record Proof(String label, String value, String source) {}

  /// What else is like the cards before it, a line each.
  ///
  /// @param beyond how many more there are that have no line
  record Folded(String intro, List<String> lines, int beyond) implements Part {
    public Folded {
      lines = List.copyOf(lines);
    }
  }

  /// Something to do.
  ///
  /// @param about where to do it; empty where that is clear
  /// @param notes why, what to expect, and what else is to be known, in that order
  record RecommendationCard(
      int number,
      String title,
      String about,
      Optional<Script> script,
      List<Note> notes,
      Optional<Script> undo)
      implements Part {
    public RecommendationCard {
      notes = List.copyOf(notes);
    }
  }

  /// A text with a word that says what it is.
  record Note(String label, String text) {}

  /// Something that was withheld on purpose, or could not be seen.
  ///
  /// @param text why, or what may be missed because of it
  /// @param remedy the statement or setting that would show it; empty where none would
  record Omitted(Omission how, String what, String text, Optional<String> remedy) implements Part {}

  /// How something came to be left out.
  enum Omission {
    NOT("Not"),
    UNSEEN("Unseen");

    private final String word;

    Omission(String word) {
      this.word = word;
    }

    /// In a word before it.
    public String word() {
      return word;
    }
  }

  /// Figures drawn as bars side by side, one bar for each thing, with the figures in words.
  ///
  /// @param caption what is to be seen in it
  /// @param series what the stretches of a bar are, in their order
  /// @param limit what the limits of the bars are; empty where there are none
  /// @param beyond how many more things there are that have no bar
  record Bars(
      String title,
      String caption,
      List<String> series,
      Optional<String> limit,
      List<Bar> bars,
      int beyond)
      implements Part {
    public Bars {
      series = List.copyOf(series);
      bars = List.copyOf(bars);
    }

    /// The same with so many bars at most.
    public Bars first(int most) {
      int shown = Math.min(bars.size(), most);
      return new Bars(
          title, caption, series, limit, bars.subList(0, shown), bars.size() - shown + beyond);
    }
  }

  /// One bar.
  ///
  /// @param values its stretches, one for each series
  /// @param limit where its limit is
  /// @param full the value at the end of the scale; a bar that is longer ends there
  /// @param text the figures as people read them
  record Bar(String label, List<Double> values, OptionalDouble limit, double full, String text) {
    public Bar {
      values = List.copyOf(values);
    }

    /// All stretches together.
    public double value() {
      return values.stream().mapToDouble(Double::doubleValue).sum();
    }

    /// How far along the scale a value is, from 0 to 1.
    public double at(double value) {
      return full > 0 ? Math.clamp(value / full, 0, 1) : 0;
    }

    /// Whether it is longer than its scale.
    public boolean overflows() {
      return value() > full;
    }
  }

  /// Values over time, drawn as lines on one scale that begins at zero: today beside tomorrow, one
  /// server beside another.
  ///
  /// @param caption what is to be seen in it
  /// @param measure the unit of all values
  /// @param span how much time there is from the left to the right
  /// @param levels values to compare the lines with, drawn across
  record Lines(
      String title,
      String caption,
      Measure measure,
      Duration span,
      List<Curve> curves,
      List<Level> levels)
      implements Part {
    public Lines {
      curves = List.copyOf(curves);
      levels = List.copyOf(levels);
    }

    /// The value at the upper end of the scale: what is highest.
    public double full() {
      return Stream.concat(
              curves.stream().flatMap(each -> each.points().stream()).map(Point::high),
              levels.stream().map(Level::value))
          .mapToDouble(Double::doubleValue)
          .max()
          .orElse(0);
    }
  }

  /// One line of several.
  ///
  /// @param points in the order of time; two at one time are a step
  /// @param text its figures as people read them: "peak 12,000, mean 5,000"
  record Curve(String label, List<Point> points, String text) {
    public Curve {
      points = List.copyOf(points);
    }
  }

  /// A value at a time.
  ///
  /// @param seconds since the begin of the chart
  /// @param low what it is at least, by all that is known; the value itself where that is certain
  /// @param high what it is at most, likewise
  record Point(double seconds, double value, double low, double high) {
    public Point(double seconds, double value) {
      this(seconds, value, value, value);
    }
  }

  /// A value that means something to lines: a threshold, a limit.
  record Level(String label, double value) {}

  /// SQL to be copied.
  record Script(String sql) implements Part {}

  /// A column of a grid.
  record Column(String title, Alignment alignment) {
    public static Column text(String title) {
      return new Column(title, Alignment.LEFT);
    }

    public static Column number(String title) {
      return new Column(title, Alignment.RIGHT);
    }
  }

  /// Where the cells of a column stand.
  enum Alignment {
    LEFT,
    RIGHT
  }
}
