package org.vacuumadvisor.gui.paste;

import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.beans.property.SimpleStringProperty;
import javafx.beans.property.StringProperty;
import org.vacuumadvisor.advice.Assessment;
import org.vacuumadvisor.advice.Problem;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.gui.paste.Citations.Marks;
import org.vacuumadvisor.gui.paste.Reading.DocumentReader;
import org.vacuumadvisor.gui.work.Background;
import org.vacuumadvisor.gui.work.Background.Work;
import org.vacuumadvisor.gui.work.Origin;
import org.vacuumadvisor.gui.work.Workbench;
import org.vacuumadvisor.gui.work.Workbench.Opened;

/// What the paste screen shows and can do. It knows no controls.
final class PasteModel {
  private final Background background;
  private final UnaryOperator<Assessment> ignoring;
  private final Workbench workbench;
  private Optional<Opened> ours = Optional.empty();
  private boolean isOpening;

  /// Whether the text of the reading that goes on has taken the place of what was read.
  private boolean isTextNewer;

  /// What was read last; empty before, and after a text was taken away.
  final ObjectProperty<Optional<Reading>> reading = new SimpleObjectProperty<>(Optional.empty());

  /// The reading that goes on now.
  final ObjectProperty<Optional<Work>> work = new SimpleObjectProperty<>(Optional.empty());

  /// The lines that light up.
  final ObjectProperty<Marks> marked = new SimpleObjectProperty<>(Marks.NONE);

  /// The number of the run that is drawn.
  final ObjectProperty<Optional<Integer>> run = new SimpleObjectProperty<>(Optional.empty());

  /// What went wrong, a sentence; empty if nothing did.
  final StringProperty trouble = new SimpleStringProperty("");

  /// @param ignoring leaves out of an assessment what its owner lives with; called beside the
  ///   window
  PasteModel(Background background, Workbench workbench, UnaryOperator<Assessment> ignoring) {
    this.background = background;
    this.ignoring = ignoring;
    this.workbench = workbench;
    workbench.problem.subscribe(this::follow);
  }

  /// Whether what went wrong was to read files: then the text beside is not what was asked for.
  boolean hasFailedOnFiles() {
    return !trouble.get().isEmpty() && !isTextNewer;
  }

  /// Reads a text in place of what was read; a blank one leaves nothing.
  void read(String text) {
    cancel();
    if (text.isBlank()) {
      clear();
      return;
    }
    isTextNewer = true;
    follow(
        background.start(
            steps -> new DocumentReader(steps).read(text).judged(ignoring),
            result -> show(new Origin.Pasted(), result),
            this::fail));
  }

  /// Reads files in place of what was read.
  void open(List<Path> files) {
    cancel();
    isTextNewer = false;
    var origin =
        new Origin.Files(files.stream().map(each -> each.getFileName().toString()).toList());
    follow(
        background.start(
            steps -> new DocumentReader(steps).read(files).judged(ignoring),
            result -> show(origin, result),
            this::fail));
  }

  /// What was read last, as the window has it; empty before.
  Optional<Opened> opened() {
    return ours;
  }

  private void follow(Work started) {
    if (started.running.get()) {
      work.set(Optional.of(started));
      started.running.subscribe(running -> {
        if (!running && work.get().filter(started::equals).isPresent()) {
          work.set(Optional.empty());
        }
      });
    }
  }

  /// Ends a reading; what was read before stays.
  void cancel() {
    work.get().ifPresent(Work::cancel);
  }

  /// Leaves nothing of what was read before a text that is not read yet: it is not of that text.
  void forgetReplaced() {
    if (isTextNewer) {
      leaveNothing();
    }
  }

  /// Leaves nothing read.
  void clear() {
    cancel();
    leaveNothing();
  }

  private void leaveNothing() {
    forget();
    reading.set(Optional.empty());
    ours.ifPresent(workbench::close);
    ours = Optional.empty();
  }

  /// What another screen has opened meanwhile stays.
  private boolean isOurs() {
    return ours.isPresent() && workbench.opened().filter(ours.get()::isSame).isPresent();
  }

  private void forget() {
    marked.set(Marks.NONE);
    run.set(Optional.empty());
    trouble.set("");
  }

  /// What came from before goes with all that was chosen in it.
  private void show(Origin origin, Reading result) {
    forget();
    isTextNewer = false;
    var opened = new Opened(origin, result.assessment(), Instant.now());
    ours = Optional.of(opened);
    reading.set(Optional.of(result));
    isOpening = true;
    workbench.table.set(Optional.empty());
    workbench.problem.set(Optional.empty());
    workbench.open(opened);
    isOpening = false;
    if (run.get().isEmpty()) {
      run.set(result.longest());
    }
  }

  /// Nothing is left of what was read before: it is not what was asked for.
  void fail(String sentence) {
    clear();
    trouble.set(sentence);
  }

  /// Lights up the lines that prove what is chosen in the window, and draws its run.
  private void follow(Optional<Problem> problem) {
    if (problem.isPresent() && isOurs()) {
      prove(problem.get().cause(), !isOpening);
    }
  }

  /// Lights up the lines that a finding rests on, and draws the run they are part of.
  ///
  /// @param isAsked whether somebody chose it
  void prove(Finding finding, boolean isAsked) {
    reading
        .get()
        .ifPresent(each -> {
          var lines = new Citations(each.document()).lines(finding).asked(isAsked);
          run.set(each.runOf(lines));
          marked.set(lines);
        });
  }

  /// Draws a run and lights up its lines.
  ///
  /// @param number in the order of reading
  void select(int number) {
    reading
        .get()
        .filter(each -> number < each.runs().size())
        .ifPresent(each -> {
          run.set(Optional.of(number));
          marked.set(each.lines(number));
        });
  }

  /// Lights up the lines that nobody understood.
  void selectUnknown() {
    reading
        .get()
        .ifPresent(each -> {
          var lines = new TreeSet<Integer>();
          each.understanding()
              .examples()
              .forEach(example -> lines.add(each.document().number(example.place())));
          marked.set(Marks.of(lines));
        });
  }
}
