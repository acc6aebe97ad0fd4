package org.vacuumadvisor.lab.promise;

import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.vacuumadvisor.report.Part;
import org.vacuumadvisor.report.Report;
import org.vacuumadvisor.unit.Bytes;
import org.vacuumadvisor.unit.Quantities;

/// What servers did that the advisor set up, beside those of its rivals, told.
public final class ContestReport {
  private ContestReport() {}

  public static Report of(Contest contest) {
    return new Report(
        "The advisor beside rules of thumb",
        Stream.of(
                Stream.<Part>of(new Part.Paragraph(method(contest))),
                contest.matches().isEmpty() ? Stream.<Part>empty() : compared(contest),
                list("Failed", failures(contest)),
                list(
                    "The rivals",
                    contest.rivals().stream()
                        .map(each -> each.label() + ": " + each.meaning())
                        .toList()))
            .flatMap(each -> each)
            .toList());
  }

  private static Stream<Part> compared(Contest contest) {
    return Stream.of(
            Stream.<Part>of(
                total(contest),
                new Part.Paragraph(
                    "Worse is what the application notices: fewer than 0.97 × the transactions, a"
                        + " median 15 % and a millisecond longer, or a tenth more on disk. Ratios"
                        + " are geometric means over all servers; fewer than a hundred dead rows"
                        + " count as a hundred.")),
            list("Where a rival's server was better", lines(contest, false)),
            list("Where the advisor's server was better", lines(contest, true)),
            figures(
                "Dead rows, on average of the time measured",
                contest,
                each -> Quantities.count(each.deadRows())),
            figures("Size at the end", contest, each -> new Bytes(each.bytes()).toString()),
            figures("Write-ahead log", contest, each -> new Bytes(each.walBytes()).toString()),
            figures(
                "Median of a transaction in ms, geometric mean of the flows",
                contest,
                each -> String.format(Locale.ROOT, "%.2f", each.medianMs())),
            figures("Vacuums", contest, each -> Quantities.count(each.vacuums())),
            list("What the advisor did", advised(contest)))
        .flatMap(each -> each);
  }

  private static String method(Contest contest) {
    var plan = contest.plan();
    return "Each workload runs at a steady pace on %d servers at the same time. After %s of work the advisor looks at one of them for %s; then each is set up by somebody else, and the work goes on for %s, or longer where a workload asks for it; the last two thirds are measured. %s, begun %s, %d workloads at a time, seed %d."
        .formatted(
            contest.rivals().size(),
            Quantities.duration(plan.warmUp()),
            Quantities.duration(plan.sample()),
            Quantities.duration(plan.following()),
            Quantities.counted(contest.matches().size(), "trial"),
            contest.startedAt().truncatedTo(ChronoUnit.SECONDS),
            plan.atOnce(),
            plan.seed());
  }

  private static List<Rival> others(Contest contest) {
    return contest.rivals().stream().filter(each -> each != Rival.ADVISOR).toList();
  }

  private static Part total(Contest contest) {
    return new Part.Grid(
        List.of(
            Part.Column.text("The advisor's servers against those of"),
            Part.Column.number("Dead rows"),
            Part.Column.number("Size"),
            Part.Column.number("WAL"),
            Part.Column.number("Latency"),
            Part.Column.number("Better"),
            Part.Column.number("Worse")),
        others(contest).stream()
            .map(each ->
                List.of(
                    each.label(),
                    times(contest.mean(each, Contrast::deadRows)),
                    times(contest.mean(each, Contrast::size)),
                    times(contest.mean(each, Contrast::wal)),
                    times(contest.mean(each, Contrast::latency)),
                    Long.toString(contest.worse(each, Rival.ADVISOR)),
                    Long.toString(contest.worse(Rival.ADVISOR, each))))
            .toList());
  }

  static String times(double ratio) {
    return Double.isFinite(ratio) ? String.format(Locale.ROOT, "%.2f ×", ratio) : "–";
  }

  private static Stream<Part> figures(
      String title, Contest contest, Function<Measured, String> figure) {
    var columns = new ArrayList<Part.Column>();
    columns.add(Part.Column.text("Workload"));
    columns.add(Part.Column.text("Release"));
    contest.rivals().forEach(each -> columns.add(Part.Column.number(each.label())));
    var rows =
        contest.matches().stream()
            .map(match ->
                Stream.concat(
                        Stream.of(match.script().name(), match.release().major()),
                        contest.rivals().stream().map(each -> figure.apply(match.measured(each))))
                    .toList())
            .toList();
    return Stream.of(new Part.Heading(title), new Part.Grid(columns, rows));
  }

  private static List<String> lines(Contest contest, boolean isAdvisorBetter) {
    return each(
        contest,
        (match, rival) ->
            (isAdvisorBetter
                    ? match.contrast(rival, Rival.ADVISOR)
                    : match.contrast(Rival.ADVISOR, rival))
                .worse().stream()
                    .map(worse -> "%s against %s".formatted(worse.sentence(), rival.label())));
  }

  private static List<String> each(
      Contest contest, BiFunction<Match, Rival, Stream<String>> sentences) {
    return contest.matches().stream()
        .flatMap(match ->
            others(contest).stream()
                .flatMap(rival -> sentences.apply(match, rival))
                .map(each -> "%s: %s".formatted(named(match), each)))
        .toList();
  }

  private static String named(Match match) {
    return "%s on %s".formatted(match.script().name(), match.release().major());
  }

  private static List<String> advised(Contest contest) {
    return contest.matches().stream()
        .map(match -> "%s: %s".formatted(named(match), statements(match)))
        .toList();
  }

  private static String statements(Match match) {
    var statements = match.outcome(Rival.ADVISOR).statements();
    return statements.isEmpty()
        ? "nothing."
        : statements.stream()
            .map(each -> each.strip().replaceAll("\\s+", " "))
            .collect(Collectors.joining(" "));
  }

  private static List<String> failures(Contest contest) {
    return Stream.concat(
            contest.failures().stream(),
            contest.matches().stream()
                .flatMap(match ->
                    contest.rivals().stream()
                        .flatMap(rival ->
                            match.outcome(rival).failures().stream()
                                .map(each ->
                                    "%s, %s: %s".formatted(named(match), rival.label(), each)))))
        .toList();
  }

  private static Stream<Part> list(String intro, List<String> lines) {
    return lines.isEmpty() ? Stream.empty() : Stream.of(new Part.Folded(intro, lines, 0));
  }
}
