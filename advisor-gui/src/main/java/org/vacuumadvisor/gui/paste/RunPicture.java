package org.vacuumadvisor.gui.paste;

import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javafx.geometry.Pos;
import javafx.scene.layout.FlowPane;
import javafx.scene.layout.HBox;
import javafx.scene.layout.VBox;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.gui.part.Bar;
import org.vacuumadvisor.gui.part.Texts;
import org.vacuumadvisor.model.history.Moments;
import org.vacuumadvisor.model.history.Outcome;
import org.vacuumadvisor.model.history.Run;
import org.vacuumadvisor.report.Words;
import org.vacuumadvisor.unit.Quantities;

/// One run drawn: what it looked at, what it did to the rows, and where its time went.
final class RunPicture extends VBox {
  RunPicture() {
    super(10);
    getStyleClass().addAll("card", "plain");
  }

  /// A stretch of a bar.
  private record Stretch(String what, double amount, String text) {}

  /// @param place where its lines are
  void show(Run run, String place) {
    getChildren()
        .setAll(
            Texts.wrapped("%s of %s".formatted(Words.kind(run), RunLine.table(run)), "card-title"),
            Texts.wrapped(subtitle(run, place), "faint", "small"));
    pages(run);
    tuples(run);
    time(run);
  }

  private static String subtitle(Run run, String place) {
    var passes = run.outcome().indexScans();
    return Stream.of(
            place,
            Moments.end(run).map(each -> "ended %s UTC".formatted(RunLine.time(each))).orElse(""),
            passes == null
                ? ""
                : passes == 0
                    ? "indexes not scanned"
                    : "%d %s over the indexes".formatted(passes, passes == 1 ? "pass" : "passes"))
        .filter(each -> !each.isEmpty())
        .collect(Collectors.joining(" · "));
  }

  private void pages(Run run) {
    double all = Figure.PAGES.of(run);
    var scanned = run.outcome().pages().scanned();
    if (!(all > 0) || scanned == null) {
      return;
    }
    var removed = known(run.outcome().pages().removed());
    var frozen = run.outcome().frozen();
    bar(
        "Pages of the table",
        Quantities.counted(Math.round(all), "page"),
        "What this run looked at. Pages that the visibility map shows to hold nothing to do are"
            + " skipped.",
        Stream.concat(
                scanned(scanned, run.outcome().indexScan()),
                Stream.of(stretch("cut off at the end", removed)))
            .toList(),
        all);
    if (frozen != null && frozen.pages() > 0) {
      bar(
          "Frozen",
          Quantities.counted(frozen.tuples(), "row"),
          "Pages in which rows were frozen, so that no later vacuum has to do it.",
          List.of(stretch("pages with newly frozen rows", frozen.pages())),
          all);
    }
  }

  /// Servers before 14 do not tell which of the pages had something for the indexes.
  private static Stream<Stretch> scanned(long pages, Outcome.@Nullable IndexScan indexScan) {
    return indexScan == null
        ? Stream.of(stretch("scanned", pages))
        : Stream.of(
            stretch("scanned, with dead item identifiers", indexScan.pages()),
            stretch(
                "scanned, without dead item identifiers", Math.max(0, pages - indexScan.pages())));
  }

  private void tuples(Run run) {
    var tuples = run.outcome().tuples();
    long removed = known(tuples.removed() == null ? tuples.removable() : tuples.removed());
    long kept = known(tuples.deadNotRemovable());
    long live =
        Math.max(
            0, known(tuples.remain() == null ? tuples.nonremovable() : tuples.remain()) - kept);
    long all = removed + kept + live;
    if (all > 0) {
      bar(
          "Rows",
          Quantities.counted(all, "row version"),
          "Removed were dead to everybody. Kept are dead, too, but some transaction may still see"
              + " them.",
          List.of(
              stretch("removed", removed), stretch("dead, but kept", kept), stretch("live", live)),
          (double) all);
    }
  }

  private void time(Run run) {
    var elapsed = run.elapsedSeconds();
    if (elapsed == null || elapsed <= 0) {
      return;
    }
    var slept = run.usage().delayMs();
    var io = run.usage().io();
    var cpu = run.usage().cpu();
    double sleep = slept == null ? 0 : slept / 1e3;
    double read = io == null ? 0 : io.readMs() / 1e3;
    double write = io == null ? 0 : io.writeMs() / 1e3;
    double work = cpu == null ? 0 : cpu.user() + cpu.system();
    double other = Math.max(0, elapsed - sleep - read - write - work);
    double all = Math.max(elapsed, sleep + read + write + work);
    bar(
        "Time",
        Quantities.seconds(elapsed),
        "Where the time went. Reading and writing are told with track_io_timing, sleep from 18 on"
            + " with track_cost_delay_timing; what is not told is in “other”.",
        List.of(
            time("slept for the cost limit", sleep),
            time("reading", read),
            time("writing", write),
            time("CPU", work),
            time("other", other)),
        all);
  }

  private void bar(
      String title, String total, String meaning, List<Stretch> stretches, double full) {
    var name = Texts.explained(Texts.line(title, "strong"), meaning);
    var head = new HBox(8, name, Texts.line(total, "faint"));
    head.setAlignment(Pos.BASELINE_LEFT);
    var bar =
        new Bar(
            stretches.stream().map(each -> each.amount / full).toList(), OptionalDouble.empty());
    bar.setAccessibleText(
        title + ": " + String.join(", ", stretches.stream().map(RunPicture::words).toList()));
    getChildren().addAll(head, bar);
    var legend = new FlowPane(14, 2);
    for (int at = 0; at < stretches.size(); at++) {
      var each = stretches.get(at);
      if (each.amount > 0) {
        legend.getChildren().add(Bar.key("s" + at, words(each)));
      }
    }
    getChildren().add(legend);
  }

  private static String words(Stretch each) {
    return each.text + " " + each.what;
  }

  private static Stretch stretch(String what, long amount) {
    return new Stretch(what, (double) amount, Quantities.count(amount));
  }

  private static Stretch time(String what, double seconds) {
    return new Stretch(what, seconds, Quantities.seconds(seconds));
  }

  private static long known(@Nullable Long figure) {
    return figure == null ? 0 : figure;
  }
}
