package org.vacuumadvisor.story;

import static org.vacuumadvisor.story.Sentence.Topic.COST;
import static org.vacuumadvisor.story.Sentence.Topic.KEPT;
import static org.vacuumadvisor.story.Sentence.Topic.OUTCOME;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.model.history.Command;
import org.vacuumadvisor.model.history.Mode;
import org.vacuumadvisor.model.history.Passes;
import org.vacuumadvisor.model.history.PrintedName;
import org.vacuumadvisor.model.history.Run;
import org.vacuumadvisor.model.history.Trait;
import org.vacuumadvisor.story.Story.Telling;
import org.vacuumadvisor.unit.Texts;

/// What one run did, in at most five sentences, each from figures that the run prints: what became
/// of the rows, what stayed and why, what surprises people, what it cost, and what changed since
/// the runs before. It holds no advice, and nothing that the run does not tell.
///
/// @param sentences at least one
public record Story(List<Sentence> sentences) {
  public Story {
    sentences = List.copyOf(sentences);
  }

  /// The story of a run.
  ///
  /// @param before the vacuum of the same table before it; null if none is known
  public static Story of(Run run, @Nullable Run before) {
    var told = new Telling();
    if (run.heading().command() == Command.ANALYZE) {
      new AnalyzeStory(run).tell(told);
    } else if (run.heading().isRewrite()) {
      new RewriteStory(run).tell(told);
    } else {
      var figures = new RunFigures(run);
      tell(figures, Trend.since(before, figures), told);
    }
    if (run.is(Trait.CANCELLED)) {
      told.first("It was cancelled before it ended" + left(run));
    } else if (run.is(Trait.FAILED)) {
      told.first("An error ended it" + left(run));
    } else if (!run.is(Trait.COMPLETE)) {
      told.first(
          "Only %s of its report is shown."
              .formatted(
                  !told.isEmpty()
                      ? "a part"
                      : run.heading().name().table() == null ? "the end" : "the beginning"));
    } else if (told.isEmpty()) {
      told.first("It ended; its report gives no figures.");
    }
    return new Story(told.sentences());
  }

  /// What is left of a run that came to no end. Up to 14 the beginning of a report by hand does not
  /// tell whether it rewrites the table.
  private static String left(Run run) {
    var heading = run.heading();
    return heading.command() != Command.VACUUM || heading.mode() == null
        ? "."
        : heading.mode() == Mode.LAZY
            ? "; what it had removed by then stays removed."
            : "; the table stays as it was.";
  }

  /// In the order in which sentences matter: where there are too many the last ones give way.
  private static void tell(RunFigures run, Optional<Sentence> trend, Telling told) {
    var rows = new Rows(run);
    var surprises = new Surprises(run);
    var costs = new Costs(run);
    rows.removed(told);
    rows.kept(told);
    surprises.file(told);
    surprises.cause(told);
    costs.passes(told);
    rows.frozen(told);
    rows.indexes(told);
    rows.pinned(told);
    surprises.reading(told);
    costs.time(told);
    surprises.silentIndexes(told);
    trend.ifPresent(told::add);
    rows.pointers(told);
    surprises.indexPages(told);
    costs.rest(told);
  }

  /// All sentences, one after another.
  public String text() {
    return sentences.stream().map(Sentence::text).collect(Collectors.joining(" "));
  }

  /// A story while it is told: what matters most is told first.
  static final class Telling {
    private static final int LONGEST = 5;
    private static final Texts SENTENCES = Texts.beside(Story.class, "sentences.txt");

    private final List<Sentence> sentences = new ArrayList<>();

    void add(Sentence sentence) {
      sentences.add(sentence);
    }

    /// @param name of the sentence, in the file of them
    void add(Sentence.Topic topic, String name, Object... parts) {
      sentences.add(Sentence.of(topic, SENTENCES.named(name).sentences(), parts));
    }

    void first(String text) {
      sentences.addFirst(Sentence.of(Sentence.Topic.OUTCOME, text));
    }

    boolean isEmpty() {
      return sentences.isEmpty();
    }

    List<Sentence> sentences() {
      return sentences.stream()
          .limit(LONGEST)
          .sorted(Comparator.comparing(Sentence::topic))
          .toList();
    }
  }

  /// What an ANALYZE read and found.
  record AnalyzeStory(Run run) {
    void tell(Telling told) {
      var samples = run.passes().samples();
      if (samples.size() == 1) {
        told.add(sample(samples.getFirst()));
      } else if (!samples.isEmpty()) {
        told.add(
            OUTCOME,
            "samples",
            Figure.count("samples", samples.size()).of("table"),
            Figure.count(
                    "samples.deadRows", samples.stream().mapToLong(Passes.Sample::deadRows).sum())
                .of("dead row"),
            Figure.count(
                    "samples.estimatedTotalRows",
                    samples.stream().mapToLong(Passes.Sample::estimatedTotalRows).sum())
                .of("row"));
      }
      var elapsed = run.elapsedSeconds();
      if (elapsed != null) {
        var took = samples.isEmpty() ? "analyzed" : "took";
        told.add(COST, took, Figure.seconds("elapsedSec", elapsed));
      }
    }

    private static Sentence sample(Passes.Sample sample) {
      var read = Figure.count("samples.pagesScanned", sample.pagesScanned());
      var dead = Figure.count("samples.deadRows", sample.deadRows()).of("dead row");
      var all = Figure.count("samples.estimatedTotalRows", sample.estimatedTotalRows()).of("row");
      return sample.pagesScanned() < sample.pagesTotal()
          ? Sentence.of(
              OUTCOME,
              "It read %s of %s as a sample, met %s in them (about %s in the whole table), and"
                  + " estimates %s in all.",
              read,
              Figure.count("samples.pagesTotal", sample.pagesTotal()).of("page"),
              dead,
              Figure.count(
                  "samples.deadRows × samples.pagesTotal / samples.pagesScanned",
                  sample.inTable(sample.deadRows())),
              all)
          : Sentence.of(
              OUTCOME, "It read the whole table (%s): %s and %s.", read.of("page"), all, dead);
    }
  }

  /// What `VACUUM FULL`, `CLUSTER` or `REPACK` did.
  record RewriteStory(Run run) {
    /// A vacuum leaves so much behind. Our choice.
    private static final double LITTLE = 0.01;

    void tell(Telling told) {
      var figures = new RunFigures(run);
      var removed = figures.removed();
      var copied = figures.remain();
      var kept = figures.kept();
      var pages = figures.pagesBefore();
      if (pages != null && !pages.isSome()) {
        told.add(OUTCOME, "rewritten-empty");
      } else if (removed != null && copied != null) {
        told.add(
            OUTCOME,
            "rewritten",
            copied.of("row version"),
            removed.isSome() ? removed.of("dead one") : "nothing");
        if (removed.value() < LITTLE * copied.value() && kept != null && !kept.isSome()) {
          told.add(OUTCOME, "rewritten-in-vain");
        }
      }
      if (kept != null && kept.isSome()) {
        told.add(KEPT, "copied-dead", kept.of("dead row version"));
      }
      var elapsed = figures.elapsed();
      if (pages != null && pages.isSome()) {
        told.add(COST, "old-file", pages.of("page"), Figure.size(pages));
      }
      if (elapsed != null) {
        told.add(
            COST,
            run.heading().mode() == Mode.REPACK || run.heading().mode() == Mode.REPACK_BY_INDEX
                ? "took-repack"
                : "took-alone",
            elapsed);
      }
    }
  }

  /// Tells runs one after another, each with the vacuum of the same table that came before it. It
  /// remembers one vacuum of each of the tables that were met last.
  public static final class Storyteller {
    private static final int TABLES = 1_000;

    private final Map<PrintedName, Run> last =
        new LinkedHashMap<>(16, 0.75f, true) {
          @Override
          protected boolean removeEldestEntry(Map.Entry<PrintedName, Run> eldest) {
            return size() > TABLES;
          }
        };

    /// The story of the next run.
    public Story tell(Run run) {
      var before = last.get(run.heading().name());
      if (run.heading().command() == Command.VACUUM && run.heading().name().table() != null) {
        last.put(run.heading().name(), run);
      }
      return Story.of(run, before);
    }

    /// The stories of runs in the order they were read.
    public static List<Story> all(List<Run> runs) {
      var teller = new Storyteller();
      return runs.stream().map(teller::tell).toList();
    }
  }
}
