package org.vacuumadvisor.gui.paste;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.vacuumadvisor.Advisor;
import org.vacuumadvisor.advice.Assessment;
import org.vacuumadvisor.gui.paste.Citations.Marks;
import org.vacuumadvisor.gui.paste.Reading.DocumentReader.RunCollector;
import org.vacuumadvisor.gui.work.Background.Steps;
import org.vacuumadvisor.model.history.Historian;
import org.vacuumadvisor.model.history.Input;
import org.vacuumadvisor.model.history.Notice;
import org.vacuumadvisor.model.history.Run;
import org.vacuumadvisor.model.history.RunSink;
import org.vacuumadvisor.model.history.Understanding;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.source.log.file.LogSource;
import org.vacuumadvisor.source.log.file.PlainCopy;
import org.vacuumadvisor.source.log.line.ReadOptions;
import org.vacuumadvisor.source.log.reading.RunReader;
import org.vacuumadvisor.source.paste.Documents;
import org.vacuumadvisor.source.paste.Paste;

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
    return read.kept.stream().findFirst();
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

  /// Reads a text or files for runs of VACUUM and, where they are no longer than what people copy,
  /// for figures.
  static final class DocumentReader {
    static final String PASTED = "pasted text";

    /// Longer texts are logs: nobody copies so many figures.
    private static final long MOST_FIGURES = 4 << 20;

    /// What is decompressed to be looked at, at most.
    private static final long MOST_COPIED = 4L << 30;

    private final Steps steps;

    DocumentReader(Steps steps) {
      this.steps = steps;
    }

    /// Reads a text.
    Reading read(String text) throws SourceException {
      Paste.Text.fits("The text", text.length());
      var bytes = text.getBytes(StandardCharsets.UTF_8);
      var document = new Document(List.of(PASTED), List.of(LineStore.of(bytes)));
      var source = LogSource.stream(new Input(0, PASTED), new ByteArrayInputStream(bytes));
      boolean isLog = bytes.length > MOST_FIGURES;
      return read(
          document, List.of(source), isLog ? List.of() : List.of(new Paste.Text(PASTED, text)));
    }

    /// Reads files as one log, in their order.
    Reading read(List<Path> files) throws SourceException, IOException {
      var sources = new ArrayList<LogSource>();
      var stores = new ArrayList<LineStore>();
      var texts = new ArrayList<Paste.Text>();
      long all = 0;
      for (var file : files) {
        var source = LogSource.file(new Input(sources.size(), file.getFileName().toString()), file);
        sources.add(source);
        steps.say("Opening " + source.input().name());
        var plain = plain(source, file);
        stores.add(LineStore.of(plain, steps));
        all += Files.size(plain);
        if (all <= MOST_FIGURES) {
          texts.add(Paste.Text.of(source.input().name(), Files.readAllBytes(plain)));
        }
      }
      var names = sources.stream().map(each -> each.input().name()).toList();
      return read(new Document(names, stores), sources, all > MOST_FIGURES ? List.of() : texts);
    }

    /// The file itself, or a copy in which lines can be found.
    private Path plain(LogSource source, Path file) throws SourceException, IOException {
      if (!PlainCopy.differs(source)) {
        return file;
      }
      var copy = Files.createTempFile("vacuum-advisor", ".txt");
      copy.toFile().deleteOnExit();
      try (var out = Files.newOutputStream(copy)) {
        PlainCopy.write(source, out, MOST_COPIED, this::goOn);
      }
      return copy;
    }

    private boolean goOn(long done, OptionalLong total) {
      if (total.isPresent() && total.getAsLong() > 0) {
        steps.done((double) done / total.getAsLong());
      }
      return steps.goOn();
    }

    private Reading read(Document document, List<LogSource> sources, List<Paste.Text> texts)
        throws SourceException {
      steps.say("Reading %,d lines".formatted(document.lines()));
      var collector = new RunCollector();
      var read =
          Documents.read(
              texts,
              texts.isEmpty() ? sources : List.of(),
              collector.historian,
              collector,
              this::goOn);
      return new Reading(
          document, Advisor.assess(read), collector.kept, collector.runs, read.understanding());
    }

    /// Keeps the figures of all runs, and the first runs themselves; sums up all.
    static final class RunCollector implements RunSink {
      /// Whole runs; of the others the figures are kept, and they are read again when they are
      /// drawn.
      static final int KEPT = 5_000;

      private static final int SLOWEST = 1_000;

      private final Historian historian = new Historian(SLOWEST);
      private final List<Run> kept = new ArrayList<>();
      private final List<RunLine> runs = new ArrayList<>();

      @Override
      public void run(Run run) {
        historian.run(run);
        runs.add(new RunLine(runs.size(), run));
        if (kept.size() < KEPT) {
          kept.add(run);
        }
      }

      @Override
      public void notice(Notice notice) {
        historian.notice(notice);
      }
    }
  }
}
