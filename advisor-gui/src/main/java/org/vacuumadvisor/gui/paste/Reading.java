package org.vacuumadvisor.gui.paste;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.vacuumadvisor.advice.Assessment;
import org.vacuumadvisor.gui.paste.Citations.Marks;
import org.vacuumadvisor.gui.paste.DocumentReader.RunCollector;
import org.vacuumadvisor.model.history.Input;
import org.vacuumadvisor.model.history.Run;
import org.vacuumadvisor.model.history.Understanding;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.source.log.file.LogSource;
import org.vacuumadvisor.source.log.line.ReadOptions;
import org.vacuumadvisor.source.log.reading.RunReader;

/// What a document says.
///
/// @param kept the first runs, in the order of reading
/// @param runs all of them, in the order of reading, likewise
record Reading(
    Document document,
    Assessment assessment,
    List<Run> kept,
    List<RunLine> runs,
    Understanding understanding) {
  Reading {
    kept = List.copyOf(kept);
    runs = List.copyOf(runs);
  }

  /// The same with another judgement of what was read.
  Reading judged(UnaryOperator<Assessment> how) {
    return new Reading(document, how.apply(assessment), kept, runs, understanding);
  }

  /// A run, read again from its lines if it was not kept; empty if these lines alone tell too
  /// little.
  ///
  /// @param number in the order of reading
  Optional<Run> run(int number) {
    return number < kept.size() ? Optional.of(kept.get(number)) : readAgain(number);
  }

  /// The lines of a run, counted from 0.
  Marks lines(int number) {
    return Marks.of(document.message(first(number)));
  }

  /// Where a run is: `postgresql.log:17`.
  String place(int number) {
    return document.place(first(number));
  }

  /// The number of the first line of a run in its document.
  private int first(int number) {
    return document.number(runs.get(number).place);
  }

  private Optional<Run> readAgain(int number) {
    var text =
        document.message(first(number)).stream()
            .map(document::line)
            .collect(Collectors.joining("\n", "", "\n"));
    var input = new Input(0, document.names().getFirst());
    var read = new RunCollector();
    try (var bytes = new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8))) {
      new RunReader(ReadOptions.AUTO)
          .read(List.of(LogSource.stream(input, bytes)), read, (_, _) -> true);
    } catch (SourceException | IOException _) {
      return Optional.empty();
    }
    return read.kept().stream().findFirst();
  }

  /// The number of the run that took longest, of those that say how long it took; else the first.
  Optional<Integer> longest() {
    return runs.stream()
        .min(Comparator.comparingDouble(run -> -run.figure(Figure.TOOK)))
        .map(run -> run.number);
  }

  /// The number of the run that the leading line is part of, otherwise of the first that is marked;
  /// empty if there is none.
  Optional<Integer> runOf(Marks marks) {
    var lines = marks.all();
    var marked =
        IntStream.range(0, runs.size()).filter(run -> lines.contains(first(run))).boxed().toList();
    return marks
        .lead()
        .flatMap(lead ->
            marked.stream()
                .filter(run -> first(run) <= lead)
                .max(Comparator.comparingInt(this::first)))
        .or(() -> marked.stream().findFirst());
  }
}
