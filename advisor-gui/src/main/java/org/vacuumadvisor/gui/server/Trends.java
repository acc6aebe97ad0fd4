package org.vacuumadvisor.gui.server;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.gui.chart.Curves;
import org.vacuumadvisor.gui.chart.Curves.Figure;
import org.vacuumadvisor.model.Database;
import org.vacuumadvisor.model.HorizonHolder;
import org.vacuumadvisor.model.Reading;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.Server;
import org.vacuumadvisor.model.Survey;
import org.vacuumadvisor.model.TableKeys;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.report.Measure;
import org.vacuumadvisor.report.Part.Level;
import org.vacuumadvisor.report.Part.Lines;
import org.vacuumadvisor.unit.Bytes;
import org.vacuumadvisor.unit.XidAge;

/// What was seen of a server since one connected, as curves: dead rows, the oldest xmin, workers,
/// the oldest table, and the WAL that slots keep. When there are too many looks, every other one is
/// given up.
final class Trends {
  private static final int MOST = 720;
  private static final double LEAST_SECONDS = 60;

  private final List<Look> looks = new ArrayList<>();
  private double workers;
  private double freezeMaxAge;

  /// What is not known is not a number.
  ///
  /// @param dead rows of all tables
  /// @param due those of tables past their threshold
  /// @param xmin the age of the oldest xmin that somebody holds; 0 where nobody does
  /// @param workers autovacuum workers that vacuum
  /// @param age of the oldest database
  /// @param wal bytes kept for all slots
  record Look(
      Instant at, double dead, double due, double xmin, double workers, double age, double wal) {}

  void add(Evidence evidence) {
    looks.add(look(evidence));
    Curves.thinOut(looks, MOST);
    var settings = evidence.survey().settings();
    workers = settings.effectiveReal(Setting.AUTOVACUUM_MAX_WORKERS).value();
    freezeMaxAge = (double) settings.freezeMaxAge().count();
  }

  void clear() {
    looks.clear();
  }

  /// When something was seen first.
  Optional<Instant> begin() {
    return looks.stream().findFirst().map(Look::at);
  }

  /// What was seen last.
  Look last() {
    return looks.getLast();
  }

  /// How fast transaction IDs are given out, from the first look to the last; 0 where that is too
  /// short a time, or a database was frozen in it.
  double transactionsPerSecond() {
    double seconds = (double) curves().span().toMillis() / 1e3;
    double given = last().age() - looks.getFirst().age();
    return seconds >= LEAST_SECONDS ? Math.max(0, given / seconds) : 0;
  }

  private static Look look(Evidence evidence) {
    var survey = evidence.survey();
    return new Look(
        survey.takenAt(),
        dead(survey.relations()),
        dead(evidence.pastVacuumThreshold()),
        oldest(survey),
        workers(survey),
        oldest(survey.databases(), Database::xidAge).orElse(Double.NaN),
        wal(survey));
  }

  /// Zero where nobody holds one; not a number where that is not shown, or the age is not.
  private static double oldest(Survey survey) {
    var holders = survey.horizonHolders();
    boolean isNobody =
        holders.isEmpty() && survey.server().role().map(Server.Role::seesAllSessions).or(false);
    return oldest(holders, HorizonHolder::age).orElse(isNobody ? 0 : Double.NaN);
  }

  private static <T> Optional<Double> oldest(List<T> all, Function<T, Reading<XidAge>> age) {
    return Reading.most(all.stream().map(age)).map(each -> (double) each.count());
  }

  /// Not a number where the role may not see who they are.
  private static double workers(Survey survey) {
    return survey.server().role().map(Server.Role::seesAllSessions).or(false)
        ? (double)
            survey.machinery().vacuums().stream()
                .filter(each -> each.autovacuum().or(false))
                .count()
        : Double.NaN;
  }

  private static double dead(List<Relation> relations) {
    return relations.stream()
        .mapToDouble(each -> (double) each.counted(TableKeys.N_DEAD_TUP))
        .sum();
  }

  /// Not a number where no slot tells.
  private static double wal(Survey survey) {
    return survey
        .slots()
        .flatMap(each -> each.wal().retained().known().stream())
        .mapToDouble(Bytes::count)
        .reduce(Double::sum)
        .orElse(Double.NaN);
  }

  /// A chart for each figure that was seen twice at least; none before.
  List<Lines> charts() {
    var curves = curves();
    return Stream.of(
            curves.chart(
                "Dead rows",
                Measure.ROWS,
                List.of(),
                new Figure<>("all tables", Look::dead),
                new Figure<>("past their threshold", Look::due)),
            curves.chart(
                "Oldest xmin, age",
                Measure.TRANSACTION_IDS,
                List.of(),
                new Figure<>("transactions", Look::xmin)),
            curves.chart(
                "Autovacuum workers",
                Measure.WORKERS,
                List.of(new Level("autovacuum_max_workers", workers)),
                new Figure<>("at work", Look::workers)),
            curves.chart(
                "Oldest database, age",
                Measure.TRANSACTION_IDS,
                List.of(new Level("autovacuum_freeze_max_age", freezeMaxAge)),
                new Figure<>("transactions", Look::age)),
            curves.chart(
                "WAL kept for slots",
                Measure.BYTES,
                List.of(),
                new Figure<>("all slots", Look::wal)))
        .flatMap(Optional::stream)
        .toList();
  }

  private Curves<Look> curves() {
    return new Curves<>(looks, Look::at, "now", "");
  }
}
