package org.vacuumadvisor.fleet.history;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
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
    var parts = new ArrayList<Part>();
    parts.add(new Part.Heading("As of " + Words.moment(question.at())));
    fleet.damaged().forEach(each -> parts.add(new Part.Paragraph(each)));
    parts.addAll(verdicts(fleet));
    parts.addAll(SeenHolders.parts(past.holders()));
    parts.addAll(ledger(past.ledger(), question, fleet.damaged().isEmpty()));
    parts.addAll(PastTables.parts(past.tables()));
    parts.addAll(PastTables.runParts(past.runs()));
    parts.addAll(AgePast.parts(fleet.ages()));
    return new Report("VACUUM in the past", parts);
  }

  private static List<Part> verdicts(Fleet fleet) {
    var parts = new ArrayList<Part>();
    var clusters = fleet.clusters();
    if (clusters.stream().noneMatch(each -> each.verdict().basis() == Basis.SURVEY)) {
      parts.add(
          new Part.Paragraph(
              "No survey of that time is in the archive: what is told is what logs show."
                  + " The command watch makes surveys."));
    }
    for (var cluster : clusters.subList(0, Math.min(MOST_CLUSTERS, clusters.size()))) {
      parts.add(new Part.Paragraph(verdict(cluster.verdict(), fleet.question().at())));
      cluster.verdict().problems().stream()
          .limit(MOST_PROBLEMS)
          .map(each -> card(each, cluster))
          .forEach(parts::add);
    }
    return parts;
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
    var parts =
        new ArrayList<>(
            ledger(Ledger.of(archive, question), question, archive.damaged().isEmpty()));
    parts.addAll(PastTables.runParts(PastTables.runs(archive, question)));
    return parts;
  }

  private static List<Part> ledger(Ledger ledger, Question question, boolean isWhole) {
    var parts = new ArrayList<Part>();
    var title = "Who kept dead rows, in the " + Quantities.duration(question.back()) + " before";
    if (ledger.entries().isEmpty()) {
      parts.add(new Part.Heading(title));
      parts.add(
          new Part.Paragraph(
              "No dead rows are known to have been kept: no vacuum in the logs had to leave any,"
                  + " and no table that was vacuumed during a hold had some."
                  + (isWhole ? "" : " What is left out of the archive may tell of some.")));
      return parts;
    }
    parts.addAll(
        Listing.of(
            title,
            ledger.entries().stream().limit(MOST_HOLDERS).toList(),
            List.of(
                Listing.text("Cluster", Ledger.Entry::cluster),
                Listing.text("Holder", each -> each.holder().orElse(nobody(each, isWhole))),
                Listing.text("Application", each -> each.application().orElse("")),
                Listing.number("Dead-row-hours", each -> Quantities.count(each.deadRowHours())),
                Listing.number("Tables", each -> String.valueOf(each.tables())),
                Listing.text(
                    "Between",
                    each ->
                        each.first().map(Words::moment).orElse("")
                            + " and "
                            + each.last().map(Words::moment).orElse("")))));
    var share = ledger.attributed();
    if (share.isPresent()) {
      parts.add(
          new Part.Paragraph(
              "A dead-row-hour is one dead row that could not be removed for an hour. %.0f %% of them have a known holder."
                  .formatted(share.getAsDouble() * 100)));
    }
    return parts;
  }

  private static String nobody(Ledger.Entry entry, boolean isWhole) {
    var nobody = entry.wasWatched() ? "nobody was seen" : "nobody looked";
    return isWhole ? nobody : nobody + ", or that is left out";
  }
}
