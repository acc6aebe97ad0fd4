package org.vacuumadvisor.report.assessment;

import java.util.Comparator;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Subject;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.model.history.Command;
import org.vacuumadvisor.model.history.History;
import org.vacuumadvisor.model.history.Passes;
import org.vacuumadvisor.model.history.Run;
import org.vacuumadvisor.model.history.Trait;
import org.vacuumadvisor.report.Part;
import org.vacuumadvisor.report.ReportOptions;
import org.vacuumadvisor.story.Story;
import org.vacuumadvisor.story.Story.Storyteller;
import org.vacuumadvisor.unit.Quantities;

/// What the runs that are shown did, a paragraph each.
record StorySection(ReportOptions options) {
  private static final int ALL = 100;
  private static final long MANY_DEAD = 1_000;

  /// Findings that say of a run no more than its story.
  private static final Set<String> TOLD =
      Set.of(
          "antiwraparound-normal",
          "index-scan-bypassed-normal",
          "pinned-page-skipped",
          "vm-skip-normal");

  private record Told(Run run, Story story) {}

  /// Those that tell most, so many at most, and how many more there are. Of a long log the longest
  /// run stands for all.
  Stream<Part> brief(Evidence evidence, int most) {
    var all = told(evidence);
    var news = all.stream().filter(each -> !isQuiet(each.run())).toList();
    var shown = (news.isEmpty() ? all : news).stream().limit(most).toList();
    int more = all.size() - shown.size();
    return Part.all(
        LiveReport.atWork(evidence, most),
        paragraphs(shown, evidence),
        Part.paragraph(more > 0 && !shown.isEmpty() ? Quantities.counted(more, "more run") : ""));
  }

  /// Whether the story of a run says it.
  static boolean tells(Finding finding, Evidence evidence) {
    return TOLD.contains(finding.id())
        && finding.subject() instanceof Subject.OfRelation(var relation)
        && evidence.history().stream()
            .flatMap(each -> each.fewRuns().stream())
            .anyMatch(run -> relation.name().name().equals(run.heading().name().table()));
  }

  /// All of them, where the log is short; else the longest runs.
  Stream<Part> whole(Evidence evidence) {
    return Part.section(
        "What the runs did",
        Stream.concat(
            LiveReport.atWork(evidence, ALL),
            paragraphs(told(evidence).stream().limit(ALL).toList(), evidence)));
  }

  private List<Told> told(Evidence evidence) {
    return evidence.history().stream().flatMap(this::told).toList();
  }

  private Stream<Told> told(History history) {
    var runs =
        history.fewRuns().isEmpty()
            ? history.slowest().stream()
                .sorted(Comparator.comparing(StorySection::isQuiet))
                .limit(1)
                .toList()
            : history.fewRuns();
    var stories = Storyteller.all(runs);
    return IntStream.range(0, runs.size())
        .mapToObj(at -> new Told(runs.get(at), stories.get(at)))
        .filter(each -> options.selection().includes(each.run().heading().name().relation()));
  }

  /// A TOAST table in which nothing was, and what ANALYZE counted: who reads in haste passes over
  /// them.
  private static boolean isQuiet(Run run) {
    var tuples = run.outcome().tuples();
    return (run.heading().command() == Command.ANALYZE
            && run.passes().samples().stream().noneMatch(StorySection::isMuchDead))
        || (run.heading().toastOf() != null
            && isNone(tuples.removed())
            && isNone(tuples.removable())
            && isNone(tuples.deadNotRemovable())
            && isNone(tuples.missedDead()));
  }

  /// A tenth of the rows, and not of a few.
  private static boolean isMuchDead(Passes.Sample sample) {
    return sample.deadRows() >= MANY_DEAD && sample.deadRows() * 10 >= sample.liveRows();
  }

  private static boolean isNone(@Nullable Long figure) {
    return figure == null || figure == 0;
  }

  private static Stream<Part> paragraphs(List<Told> some, Evidence evidence) {
    var naming = new Naming(evidence);
    boolean isOneInput =
        some.stream().map(each -> each.run().heading().place().input()).distinct().count() == 1;
    return some.stream()
        .map(each ->
            new Part.Paragraph(heading(each.run(), isOneInput, naming) + each.story().text()));
  }

  private static String heading(Run run, boolean isOneInput, Naming naming) {
    var heading = run.heading();
    var name = heading.name();
    return "%s%s (%s): "
        .formatted(
            kind(run),
            name.relation().isUnnamed() ? "" : " of " + naming.of(name.relation()),
            isOneInput ? "line " + heading.place().line() : heading.place().toString());
  }

  private static String kind(Run run) {
    boolean isManual = run.isByHand();
    if (run.heading().command() == Command.ANALYZE) {
      return isManual ? "ANALYZE" : "Automatic analyze";
    }
    if (run.heading().isRewrite()) {
      return switch (run.heading().mode()) {
        case REPACK -> "REPACK or VACUUM FULL";
        case REPACK_BY_INDEX -> "REPACK or CLUSTER";
        case CLUSTER -> "CLUSTER";
        case null, default -> "VACUUM FULL";
      };
    }
    return isManual
        ? "VACUUM"
        : run.heading().trigger() == null
            ? "A vacuum"
            : run.is(Trait.AGGRESSIVE) ? "Automatic aggressive vacuum" : "Automatic vacuum";
  }
}
