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
/// @param store the figures of all runs
record Reading(
    Document document,
    Assessment assessment,
    List<Run> kept,
    RunStore store,
    Understanding understanding) {
  Reading {
    kept = List.copyOf(kept);
  }

  /// The same with another judgement of what was read.
  Reading judged(UnaryOperator<Assessment> how) {
    return new Reading(document, how.apply(assessment), kept, store, understanding);
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
    return Marks.of(document.message(store.line(number, document)));
  }

  /// Where a run is: `postgresql.log:17`.
  String place(int number) {
    return document.place(store.line(number, document));
  }

  private Optional<Run> readAgain(int number) {
    var text =
        document.message(store.line(number, document)).stream()
            .map(document::line)
            .collect(Collectors.joining("\n", "", "\n"));
    var input = new Input(0, document.names().getFirst());
    var runs = new RunCollector();
    try (var bytes = new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8))) {
      new RunReader(ReadOptions.AUTO)
          .read(List.of(LogSource.stream(input, bytes)), runs, (_, _) -> true);
    } catch (SourceException | IOException _) {
      return Optional.empty();
    }
    return runs.runs().stream().findFirst();
  }

  /// The number of the run that took longest, of those that say how long it took; else the first.
  Optional<Integer> longest() {
    return IntStream.range(0, store.size())
        .boxed()
        .min(Comparator.comparingDouble(run -> -store.figure(Figure.TOOK, run)));
  }

  /// The number of the run that the leading line is part of, otherwise of the first that is marked;
  /// empty if there is none.
  Optional<Integer> runOf(Marks marks) {
    var lines = marks.all();
    var runs =
        IntStream.range(0, store.size())
            .filter(run -> lines.contains(store.line(run, document)))
            .boxed()
            .toList();
    return marks
        .lead()
        .flatMap(lead ->
            runs.stream()
                .filter(run -> store.line(run, document) <= lead)
                .max(Comparator.comparingInt(run -> store.line(run, document))))
        .or(() -> runs.stream().findFirst());
  }
}
