package org.vacuumadvisor.fleet.history;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.vacuumadvisor.fleet.archive.Archive;
import org.vacuumadvisor.fleet.archive.Question;
import org.vacuumadvisor.fleet.judged.ClusterVerdict;
import org.vacuumadvisor.fleet.judged.ClusterVerdict.Basis;
import org.vacuumadvisor.fleet.judged.ToldProblem;
import org.vacuumadvisor.report.Part;
import org.vacuumadvisor.report.Report;
import org.vacuumadvisor.report.Rows;
import org.vacuumadvisor.report.Words;
import org.vacuumadvisor.source.SourceException;
import org.vacuumadvisor.unit.Quantities;

/// What the archive tells of a time, for people.
public final class HistoryReport {
  private static final int MOST_CLUSTERS = 50;
  private static final int MOST_PROBLEMS = 10;
  private static final int MOST_HOLDERS = 15;

  private HistoryReport() {}

  public static Report of(Past past) {
    var fleet = past.fleet();
    var question = fleet.question();
    return new Report(
        "VACUUM in the past",
        Part.all(
                Stream.of(new Part.Heading("As of " + Words.moment(question.at()))),
                fleet.damaged().stream().map(Part.Paragraph::new),
                verdicts(fleet),
                SeenHolders.parts(past.holders()),
                ledger(past.ledger(), question, fleet.damaged().isEmpty()),
                PastTables.parts(past.tables()),
                PastTables.runParts(past.runs()),
                AgePast.parts(fleet.ages()))
            .toList());
  }

  private static Stream<Part> verdicts(Fleet fleet) {
    boolean isSurveyed =
        fleet.clusters().stream().anyMatch(each -> each.verdict().basis() == Basis.SURVEY);
    return Stream.concat(
        Part.paragraph(
            isSurveyed
                ? ""
                : "No survey of that time is in the archive: what is told is what logs show."
                    + " The command watch makes surveys."),
        fleet.clusters().stream()
            .limit(MOST_CLUSTERS)
            .flatMap(each -> verdict(each, fleet.question().at())));
  }

  private static Stream<Part> verdict(RankedCluster cluster, Instant at) {
    return Stream.concat(
        Part.paragraph(verdict(cluster.verdict(), at)),
        cluster.verdict().problems().stream()
            .limit(MOST_PROBLEMS)
            .map(each -> card(each, cluster)));
  }

  private static Part.ProblemCard card(ToldProblem problem, RankedCluster of) {
    return new Part.ProblemCard(
        problem.severity(),
        Optional.empty(),
        problem.headline(),
        Stream.concat(
                problem.because().map("because: "::concat).stream(),
                of.emergencyWords(problem).stream())
            .toList(),
        problem.steps());
  }

  private static String verdict(ClusterVerdict verdict, Instant at) {
    var told =
        verdict
            .failure()
            .map(each -> "could not be seen: " + each)
            .orElseGet(verdict::judgedInWords);
    var dated =
        verdict
            .told()
            .time()
            .map(time -> Duration.between(time, at).truncatedTo(ChronoUnit.SECONDS))
            .map(age ->
                " (%s before%s)"
                    .formatted(
                        Quantities.duration(age),
                        verdict.isStale() ? "; it may have been otherwise by then" : ""))
            .orElse("");
    var why = verdict.told().notJudged().filter(_ -> verdict.failure().isEmpty());
    return "%s: %s%s%s"
        .formatted(
            verdict.cluster(),
            told,
            dated,
            why.map(each -> ": " + Words.sentence(each)).orElse(""));
  }

  /// Who kept dead rows, and the latest runs of a table if one is asked for.
  public static List<Part> kept(Archive archive, Question question) throws SourceException {
    return Stream.concat(
            ledger(Ledger.of(archive, question), question, archive.damaged().isEmpty()),
            PastTables.runParts(PastTables.runs(archive, question)))
        .toList();
  }

  private static Stream<Part> ledger(Ledger ledger, Question question, boolean isWhole) {
    var share = ledger.attributed();
    return Part.section(
        "Who kept dead rows, in the " + Quantities.duration(question.back()) + " before",
        ledger.entries().isEmpty()
            ? Part.paragraph(
                "No dead rows are known to have been kept: no vacuum in the logs had to leave any,"
                    + " and no table that was vacuumed during a hold had some.",
                isWhole ? "" : "What is left out of the archive may tell of some.")
            : Part.all(
                Rows.of(ledger.entries().stream().limit(MOST_HOLDERS))
                    .text("Cluster", Ledger.Entry::cluster)
                    .text("Holder", each -> each.holder().orElse(nobody(each, isWhole)))
                    .text("Application", each -> each.application().orElse(""))
                    .number("Dead-row-hours", each -> Quantities.count(each.deadRowHours()))
                    .number("Tables", each -> String.valueOf(each.tables()))
                    .text(
                        "Between",
                        each ->
                            each.first().map(Words::moment).orElse("")
                                + " and "
                                + each.last().map(Words::moment).orElse(""))
                    .ifAny(),
                Part.paragraph(
                    share.isEmpty()
                        ? ""
                        : ("A dead-row-hour is one dead row that could not be removed for an hour."
                                + " %.0f %% of them have a known holder.")
                            .formatted(share.getAsDouble() * 100))));
  }

  private static String nobody(Ledger.Entry entry, boolean isWhole) {
    var nobody = entry.wasWatched() ? "nobody was seen" : "nobody looked";
    return isWhole ? nobody : nobody + ", or that is left out";
  }
}
