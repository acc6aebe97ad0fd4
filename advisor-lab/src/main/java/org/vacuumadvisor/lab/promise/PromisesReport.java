package org.vacuumadvisor.lab.promise;

import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.vacuumadvisor.diagnosis.Effect;
import org.vacuumadvisor.lab.experiment.Expectation;
import org.vacuumadvisor.postgres.Release;
import org.vacuumadvisor.report.Part;
import org.vacuumadvisor.report.Report;
import org.vacuumadvisor.report.Words;
import org.vacuumadvisor.unit.Quantities;
import org.vacuumadvisor.unit.Share;
import org.vacuumadvisor.workload.WorkloadClass;

/// What recommendations promised and what came of it, told.
public final class PromisesReport {
  private static final String UNKNOWN = "an unknown figure";

  private PromisesReport() {}

  public static Report of(KeptPromises kept) {
    return new Report(
        "What recommendations promised, and what came of it",
        Stream.of(
                Stream.<Part>of(
                    new Part.Verdict(Optional.empty(), verdict(kept)),
                    new Part.Paragraph(method(kept))),
                Stream.<Part>of(
                    new Part.Heading("Workloads"), workloads(kept), new Part.Paragraph(harm(kept))),
                Stream.<Part>of(new Part.Heading("Recommendations")),
                list("Out of the promised range, of no use, or failed", lines(kept, false)),
                list("As promised", lines(kept, true)),
                Stream.<Part>of(new Part.Heading("What tables were taken for"), classes(kept)),
                mistaken(kept),
                list("Not followed, because it is no statement", notFollowed(kept)),
                list("Failed", kept.failures()),
                list(
                    "The workloads",
                    kept.plan().scripts().stream()
                        .map(each -> each.name() + ": " + each.about())
                        .toList()))
            .flatMap(each -> each)
            .toList());
  }

  private static String verdict(KeptPromises kept) {
    return "%s followed on %s: %s of the promised ranges kept, %s of the servers harmed, %s had an effect worth having."
        .formatted(
            Quantities.counted(kept.followed(), "recommendation"),
            Quantities.counted(kept.workloads(), "workload"),
            share(kept.within()),
            share(kept.harmed()),
            share(kept.worthHaving()));
  }

  private static String share(KeptPromises.Part part) {
    return part.of() == 0
        ? "0 of 0"
        : "%d of %d (%s)".formatted(part.yes(), part.of(), Share.of(part.yes(), part.of()));
  }

  private static String method(KeptPromises kept) {
    var plan = kept.plan();
    return "Each workload runs at a steady pace on two servers of PostgreSQL %s at the same time. After %s of work and %s of looking, one of them is told what the advisor says, all of it, and the work goes on for %s; of these the last two thirds are measured on both. Begun %s, all of it took %s; %d workloads at a time, seed %d."
        .formatted(
            plan.releases().stream().map(Release::major).collect(Collectors.joining(", ")),
            Quantities.duration(plan.warmUp()),
            Quantities.duration(plan.sample()),
            Quantities.duration(plan.following()),
            kept.startedAt().truncatedTo(ChronoUnit.SECONDS),
            Quantities.duration(kept.took().truncatedTo(ChronoUnit.SECONDS)),
            plan.atOnce(),
            plan.seed());
  }

  private static String harm(KeptPromises kept) {
    return "Harm is what got worse in two trials: fewer than 0.97 × the transactions, a median 15 %% and a millisecond longer, or a tenth more on disk. Of the servers with nothing to follow, %s differed as much from their twin in one trial: that is chance."
        .formatted(share(kept.different()));
  }

  private static Part workloads(KeptPromises kept) {
    return new Part.Grid(
        List.of(
            Part.Column.text("Workload"),
            Part.Column.text("Release"),
            Part.Column.text("Verdict"),
            Part.Column.number("Followed"),
            Part.Column.number("Rate"),
            Part.Column.number("Latency"),
            Part.Column.number("Size"),
            Part.Column.number("WAL"),
            Part.Column.text("Harm")),
        kept.followings().stream()
            .map(each ->
                List.of(
                    each.script().name(),
                    each.release().major(),
                    each.condition().inWords(),
                    Integer.toString(each.promises().size()),
                    ContestReport.times(each.contrast().rate()),
                    ContestReport.times(each.contrast().latency()),
                    ContestReport.times(each.contrast().size()),
                    ContestReport.times(each.contrast().wal()),
                    each.harm().orElse("none")))
            .toList());
  }

  /// Neither out of its range, nor of no use, nor failed.
  private static boolean isKept(Promise promise) {
    return promise.failure().isEmpty()
        && promise.isWithin().orElse(true)
        && promise.isWorthHaving().orElse(true);
  }

  private static List<String> lines(KeptPromises kept, boolean areKept) {
    return kept.followings().stream()
        .flatMap(each ->
            each.promises().stream()
                .filter(promise -> isKept(promise) == areKept)
                .map(promise -> line(each, promise)))
        .toList();
  }

  private static String line(Following following, Promise promise) {
    return "%s on %s: %s %s"
        .formatted(
            following.script().name(),
            following.release().major(),
            Words.sentence(promise.statement().strip().replaceAll("\\s+", " ")),
            promise
                .failure()
                .map(each -> Words.sentence("Failed: " + each))
                .orElseGet(() -> outcome(promise)));
  }

  private static String outcome(Promise promise) {
    return promise.expected().map(each -> outcome(each, promise)).orElse("No figure was promised.")
        + promise
            .isAnswered()
            .map(each -> each ? " The finding is gone." : " The finding is still there.")
            .orElse("")
        + (promise.isWorthHaving().orElse(true) ? "" : " It was not worth it.");
  }

  private static String outcome(Expectation expected, Promise promise) {
    return "%s: %s promised, %s came, %s on the server that did not follow%s."
        .formatted(
            expected.what(),
            Words.of(expected.after(), expected.unit()),
            shown(promise.followed(), expected.unit()),
            shown(promise.control(), expected.unit()),
            promise
                .isWithin()
                .map(each -> each ? "" : ": out of the range")
                .orElse(": too short a time to see the most"));
  }

  private static String shown(double value, Effect.Unit unit) {
    return Double.isNaN(value) ? UNKNOWN : Words.of(value, unit);
  }

  private static Part classes(KeptPromises kept) {
    return new Part.Grid(
        List.of(
            Part.Column.text("Judged by"),
            Part.Column.number("Right"),
            Part.Column.number("Undetermined")),
        List.of(
            List.of(
                "two surveys",
                share(kept.classified(Classified::sampled)),
                Long.toString(kept.undetermined(Classified::sampled))),
            List.of(
                "counters alone",
                share(kept.classified(Classified::counted)),
                Long.toString(kept.undetermined(Classified::counted)))));
  }

  private static Stream<Part> mistaken(KeptPromises kept) {
    return list(
        "Taken for something else",
        kept.followings().stream()
            .flatMap(each ->
                each.classes().stream()
                    .filter(PromisesReport::isMistaken)
                    .map(it ->
                        "%s on %s, %s: %s; by two surveys %s, by counters alone %s"
                            .formatted(
                                each.script().name(),
                                each.release().major(),
                                it.name(),
                                Words.of(it.truth()),
                                Words.of(it.sampled()),
                                Words.of(it.counted()))))
            .toList());
  }

  private static boolean isMistaken(Classified it) {
    return Stream.of(it.sampled(), it.counted())
        .anyMatch(each -> each != it.truth() && each != WorkloadClass.UNDETERMINED);
  }

  private static List<String> notFollowed(KeptPromises kept) {
    return kept.followings().stream()
        .flatMap(
            each -> each.notFollowed().stream().map(title -> each.script().name() + ": " + title))
        .distinct()
        .toList();
  }

  private static Stream<Part> list(String intro, List<String> lines) {
    return lines.isEmpty() ? Stream.empty() : Stream.of(new Part.Folded(intro, lines, 0));
  }
}
