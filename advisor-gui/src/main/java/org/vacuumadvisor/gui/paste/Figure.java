package org.vacuumadvisor.gui.paste;

import java.util.function.DoubleFunction;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.gui.part.Column;
import org.vacuumadvisor.model.history.PageCounts;
import org.vacuumadvisor.model.history.Run;
import org.vacuumadvisor.model.history.Usage.Buffers;
import org.vacuumadvisor.unit.Bytes;
import org.vacuumadvisor.unit.Quantities;

/// A figure of a run by which runs are listed, sorted and summed up.
enum Figure {
  TOOK("Took", "Time from begin to end", Run::elapsedSeconds, Quantities::seconds),
  REMOVED(
      "Removed",
      "Dead row versions that were removed",
      run -> first(run.outcome().tuples().removed(), run.outcome().tuples().removable()),
      Quantities::count),
  KEPT(
      "Kept",
      "Dead row versions that some transaction may still see",
      run -> run.outcome().tuples().deadNotRemovable(),
      Quantities::count),
  SLEPT(
      "Slept",
      "Time slept for the cost limit; told from 18 on, with track_cost_delay_timing",
      run -> run.usage().delayMs() == null ? null : run.usage().delayMs() / 1e3,
      Quantities::seconds),
  PAGES(
      "Pages",
      "Pages of the table, of 8 kB each, when the run began as far as that is known",
      run -> pages(run.outcome().pages()),
      Quantities::count),
  SCANNED(
      "Scanned",
      "Pages of the table that were looked at",
      run -> run.outcome().pages().scanned(),
      Quantities::count),
  PASSES(
      "Passes",
      "How often all indexes were scanned; more than one means too little memory",
      run -> run.outcome().indexScans(),
      Quantities::count),
  READ(
      "Read",
      "Pages read from disk or the system's cache",
      run -> bytes(run.usage().buffers(), Buffers::reads),
      Figure::bytes),
  DIRTIED(
      "Dirtied",
      "Pages changed",
      run -> bytes(run.usage().buffers(), Buffers::dirtied),
      Figure::bytes),
  READ_RATE(
      "Read MB/s",
      "Average rate of pages read",
      run -> run.usage().rates() == null ? null : run.usage().rates().readMBps(),
      Quantities::number),
  DIRTIED_RATE(
      "Dirtied MB/s",
      "Average rate of pages changed, which VACUUM calls write rate",
      run -> run.usage().rates() == null ? null : run.usage().rates().writeMBps(),
      Quantities::number);

  private static final long PAGE = 8192;

  final String title;

  /// In a sentence.
  final String meaning;

  @SuppressWarnings("ImmutableEnumChecker") // a function without state
  private final Function<Run, @Nullable Number> figure;

  @SuppressWarnings("ImmutableEnumChecker") // a function without state
  private final DoubleFunction<String> words;

  Figure(
      String title,
      String meaning,
      Function<Run, ? extends @Nullable Number> figure,
      DoubleFunction<String> words) {
    this.title = title;
    this.meaning = meaning;
    this.figure = figure::apply;
    this.words = words;
  }

  /// What a run says; not a number where it says nothing.
  double of(Run run) {
    var said = figure.apply(run);
    return said == null ? Double.NaN : said.doubleValue();
  }

  /// A figure as people read it; empty where it is not known.
  String words(double value) {
    return Double.isNaN(value) ? "" : words.apply(value);
  }

  private static @Nullable Long first(@Nullable Long one, @Nullable Long other) {
    return one == null ? other : one;
  }

  private static @Nullable Long pages(PageCounts pages) {
    var removed = pages.removed() == null ? 0L : pages.removed();
    return pages.total() != null
        ? pages.total()
        : pages.remain() == null ? null : Long.valueOf(pages.remain() + removed);
  }

  /// Of pages of the usual size.
  private static @Nullable Long bytes(@Nullable Buffers buffers, ToLongFunction<Buffers> pages) {
    return buffers == null ? null : pages.applyAsLong(buffers) * PAGE;
  }

  private static String bytes(double value) {
    return new Bytes(Math.round(value)).toString();
  }

  /// The column of it in a list.
  ///
  /// @param value of a row; not a number where it is not known
  <R> Column<R> column(ToDoubleFunction<R> value) {
    return column(title, meaning, value);
  }

  /// The same under a title of its own.
  <R> Column<R> column(String named, String meant, ToDoubleFunction<R> value) {
    return Column.figure(
        named,
        meant,
        9,
        row -> {
          double each = value.applyAsDouble(row);
          return Double.isNaN(each) ? null : each;
        },
        row -> words(value.applyAsDouble(row)));
  }
}
