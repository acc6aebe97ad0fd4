package org.vacuumadvisor.lab.promise;

import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import java.util.stream.Stream;
import org.vacuumadvisor.diagnosis.Effect;
import org.vacuumadvisor.lab.experiment.Rival;
import org.vacuumadvisor.report.Part;
import org.vacuumadvisor.report.Report;
import org.vacuumadvisor.report.Rows;
import org.vacuumadvisor.report.Words;
import org.vacuumadvisor.unit.Bytes;
import org.vacuumadvisor.unit.Quantities;
import org.vacuumadvisor.unit.Share;

/// What servers did that the advisor set up, beside those of its rivals, told: what was promised
/// and what came of it, what the application noticed, and what it cost.
public final class ContestReport {
  private final Contest contest;

  private ContestReport(Contest contest) {
    this.contest = contest;
  }

  public static Report of(Contest contest) {
    return new ContestReport(contest).report();
  }

  private Report report() {
    return new Report(
        "What recommendations promised, and what came of it",
        Stream.of(
                Stream.<Part>of(
                    new Part.Verdict(Optional.empty(), verdict()), new Part.Paragraph(method())),
                contest.matches().isEmpty() ? Stream.<Part>empty() : compared(),
                list("Out of the promised range, of no use, or failed", promises(false)),
                list("As promised", promises(true)),
                list("Not followed, because it is no statement", notFollowed()),
                list("Failed", failures()),
                list("The rivals", contest.rivals(), each -> each.label() + ": " + each.meaning()),
                list(
                    "The workloads",
                    contest.plan().scripts(),
                    each -> each.name() + ": " + each.about()))
            .flatMap(each -> each)
            .toList());
  }

  private String verdict() {
    return "%s followed on %s: %s of the promised ranges kept, %s of the servers harmed, %s had an effect worth having."
        .formatted(
            Quantities.counted(contest.followed(), "recommendation"),
            Quantities.counted(contest.matches().size(), "server"),
            share(contest.within()),
            share(contest.harmed()),
            share(contest.worthHaving()));
  }

  private static String share(Contest.Part part) {
    return part.of() == 0
        ? "0 of 0"
        : "%d of %d (%s)".formatted(part.yes(), part.of(), Share.of(part.yes(), part.of()));
  }

  private String method() {
    var plan = contest.plan();
    return "Each workload runs at a steady pace on %d servers at the same time. After %s of work the advisor looks at one of them for %s; then each is set up by somebody else, and the work goes on for %s, or longer where a workload asks for it; the last two thirds are measured. Begun %s, all of it took %s; %d workloads at a time, seed %d."
        .formatted(
            contest.rivals().size(),
            Quantities.duration(plan.warmUp()),
            Quantities.duration(plan.sample()),
            Quantities.duration(plan.following()),
            contest.startedAt().truncatedTo(ChronoUnit.SECONDS),
            Quantities.duration(contest.took().truncatedTo(ChronoUnit.SECONDS)),
            plan.atOnce(),
            plan.seed());
  }

  private Stream<Part> compared() {
    return Stream.of(
            Stream.<Part>of(
                matches(),
                total(),
                new Part.Paragraph(
                    "Worse is what the application notices: fewer than 0.97 × the transactions, a"
                        + " median 15 % and a millisecond longer, or a tenth more on disk; harm is"
                        + " what got worse than on the server of nobody in two trials. Ratios are"
                        + " geometric means over all servers; fewer than a hundred dead rows count"
                        + " as a hundred.")),
            list("Where a rival's server was better", worse(false)),
            list("Where the advisor's server was better", worse(true)),
            figures(
                "Dead rows, on average of the time measured",
                each -> shown(each.deadRows(), Quantities::count)),
            figures("Size at the end", each -> new Bytes(each.bytes()).toString()),
            figures("Write-ahead log", each -> new Bytes(each.walBytes()).toString()),
            figures(
                "Median of a transaction in ms, geometric mean of the flows",
                each -> String.format(Locale.ROOT, "%.2f", each.medianMs())),
            figures("Vacuums", each -> Quantities.count(each.vacuums())))
        .flatMap(each -> each);
  }

  private Part matches() {
    return Rows.of(contest.matches().stream())
        .text("Workload", Match::name)
        .text("Verdict", each -> each.advice().verdict().inWords())
        .number("Followed", each -> Integer.toString(each.advice().promises().size()))
        .text("Harm", each -> each.harm().orElse("none"))
        .grid();
  }

  private List<Rival> others() {
    return contest.rivals().stream().filter(each -> each != Rival.ADVISOR).toList();
  }

  private Part total() {
    return Rows.of(others().stream())
        .text("The advisor's servers against those of", Rival::label)
        .number("Dead rows", each -> times(contest.mean(each, Contrast::deadRows)))
        .number("Size", each -> times(contest.mean(each, Contrast::size)))
        .number("WAL", each -> times(contest.mean(each, Contrast::wal)))
        .number("Latency", each -> times(contest.mean(each, Contrast::latency)))
        .number("Better", each -> Long.toString(contest.worse(each, Rival.ADVISOR)))
        .number("Worse", each -> Long.toString(contest.worse(Rival.ADVISOR, each)))
        .grid();
  }

  private static String times(double ratio) {
    return Double.isFinite(ratio) ? String.format(Locale.ROOT, "%.2f ×", ratio) : "–";
  }

  private Stream<Part> figures(String title, Function<Measured, String> figure) {
    var rows = Rows.of(contest.matches().stream()).text("Workload", Match::name);
    for (var each : contest.rivals()) {
      var _ = rows.number(each.label(), match -> figure.apply(match.server(each).measured()));
    }
    return Stream.of(new Part.Heading(title), rows.grid());
  }

  /// What a match has to say, a line each.
  private List<String> lines(Function<Match, Stream<String>> sentences) {
    return contest.matches().stream()
        .flatMap(
            match -> sentences.apply(match).map(each -> "%s: %s".formatted(match.name(), each)))
        .toList();
  }

  private List<String> worse(boolean isAdvisorBetter) {
    return lines(match ->
        others().stream()
            .flatMap(rival ->
                (isAdvisorBetter
                        ? match.contrast(rival, Rival.ADVISOR)
                        : match.contrast(Rival.ADVISOR, rival))
                    .worse().stream()
                        .map(worse -> "%s against %s".formatted(worse.sentence(), rival.label()))));
  }

  private List<String> failures() {
    var ofStatements =
        lines(match ->
            match.servers().values().stream()
                .flatMap(server ->
                    server.failures().stream()
                        .map(each -> "%s: %s".formatted(server.rival().label(), each))));
    return Stream.concat(contest.failures().stream(), ofStatements.stream()).toList();
  }

  private List<String> notFollowed() {
    return contest.matches().stream()
        .flatMap(match ->
            match.advice().notFollowed().stream().map(each -> match.script().name() + ": " + each))
        .distinct()
        .toList();
  }

  private List<String> promises(boolean areKept) {
    return lines(match ->
        match.advice().promises().stream()
            .filter(each -> each.isKept() == areKept)
            .map(ContestReport::promise));
  }

  private static String promise(Promise promise) {
    return "%s %s"
        .formatted(
            Words.sentence(promise.statement().strip().replaceAll("\\s+", " ")),
            promise
                .failure()
                .map(each -> Words.sentence("Failed: " + each))
                .orElseGet(() -> outcome(promise)));
  }

  private static String outcome(Promise promise) {
    return promise.expected().map(each -> outcome(each, promise)).orElse("No figure was promised.")
        + promise
            .answered()
            .map(each -> each ? " The finding is gone." : " The finding is still there.")
            .orElse("")
        + (promise.isWorthHaving().orElse(true) ? "" : " It was not worth it.");
  }

  private static String outcome(Effect.Simulated expected, Promise promise) {
    return "%s: %s promised, %s came, %s on the server of nobody%s."
        .formatted(
            expected.what(),
            Words.of(expected.after(), expected.unit()),
            shown(promise.came(), expected.unit()),
            shown(promise.ofNobody(), expected.unit()),
            promise
                .isWithin()
                .map(each -> each ? "" : ": out of the range")
                .orElse(": too short a time to see the most"));
  }

  private static String shown(OptionalDouble figure, Effect.Unit unit) {
    return shown(figure, each -> Words.of(each, unit));
  }

  private static String shown(OptionalDouble figure, Function<Double, String> inWords) {
    return figure.isPresent() ? inWords.apply(figure.getAsDouble()) : "an unknown figure";
  }

  private static <T> Stream<Part> list(String intro, List<T> things, Function<T, String> line) {
    return list(intro, things.stream().map(line).toList());
  }

  private static Stream<Part> list(String intro, List<String> lines) {
    return lines.isEmpty() ? Stream.empty() : Stream.of(new Part.Folded(intro, lines, 0));
  }
}
