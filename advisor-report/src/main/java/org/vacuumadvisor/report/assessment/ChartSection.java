package org.vacuumadvisor.report.assessment;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.evidence.TableFigures;
import org.vacuumadvisor.model.Database;
import org.vacuumadvisor.model.FreezeAges;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.TableKeys;
import org.vacuumadvisor.postgres.Wraparound;
import org.vacuumadvisor.report.Part;
import org.vacuumadvisor.report.Part.Bar;
import org.vacuumadvisor.report.Part.Bars;
import org.vacuumadvisor.report.ReportOptions;
import org.vacuumadvisor.unit.Quantities;
import org.vacuumadvisor.unit.Share;
import org.vacuumadvisor.unit.XidAge;

/// The figures that most of vacuum's troubles show in, as charts: dead rows against what autovacuum
/// tolerates, and ages against what the server tolerates.
record ChartSection(ReportOptions options, Naming naming) {
  /// A bar is this long where its limit is reached in the middle of the scale.
  private static final double TWICE = 2;

  /// A table this part of the way to its limit is worth a bar of its own.
  private static final double WORTH_A_BAR = 4;

  Stream<Part> parts(Evidence evidence) {
    return Part.section(
        "Charts",
        Stream.of(deadRows(evidence), xidAges(evidence), multixactAges(evidence))
            .map(chart -> chart.first(options.bars()))
            .filter(chart -> !chart.bars().isEmpty())
            .filter(chart -> options.isPage() || passesLimit(chart)));
  }

  private static boolean passesLimit(Bars chart) {
    return chart.bars().stream()
        .anyMatch(bar -> bar.limit().isPresent() && bar.value() > bar.limit().getAsDouble());
  }

  private Bars deadRows(Evidence evidence) {
    var bars =
        selected(evidence)
            .filter(each -> !evidence.survey().server().standby() && each.isAutovacuumed())
            .filter(each -> dead(each) > 0)
            .filter(each -> evidence.about(each).ask(TableFigures.THRESHOLDS).known().isPresent())
            .sorted(Comparator.comparingLong(ChartSection::dead).reversed())
            .map(each -> deadRows(each, evidence.thresholds(each).vacuum()))
            .toList();
    return new Bars(
        "Dead rows, and when autovacuum comes",
        "Each bar is drawn against the threshold of its own table: past the mark, autovacuum"
            + " has reason to come.",
        List.of("dead rows"),
        Optional.of("threshold"),
        bars,
        0);
  }

  private Bar deadRows(Relation relation, double threshold) {
    var share = Share.of((double) dead(relation), threshold);
    return new Bar(
        naming.of(relation),
        List.of((double) dead(relation)),
        OptionalDouble.of(threshold),
        TWICE * threshold,
        "%s of %s (%s)"
            .formatted(
                Quantities.count(dead(relation)),
                Quantities.count(threshold),
                share.exceeds(new Share(TWICE))
                    ? Quantities.number(Math.rint(10 * share.fraction()) / 10) + " times"
                    : share));
  }

  private Bars xidAges(Evidence evidence) {
    double stop = stop(Wraparound.TRANSACTIONS, evidence);
    double server = (double) evidence.survey().settings().freezeMaxAge().count();
    return ages(
        "Ages, and when PostgreSQL stops",
        "transaction IDs",
        "transaction IDs since the oldest row was frozen",
        stop,
        Stream.concat(
                databases(evidence)
                    .map(each ->
                        age(
                            Naming.database(each.name()),
                            (double) each.xidAge().or(XidAge.NONE).count(),
                            server,
                            stop)),
                oldest(evidence)
                    .map(each ->
                        age(
                            naming.of(each),
                            (double) ages(each).xid().count(),
                            (double) evidence.options(each).trigger().freezeMaxAge().count(),
                            stop)))
            .toList());
  }

  /// Only where a good part of the way is gone: most servers hardly use any.
  private Bars multixactAges(Evidence evidence) {
    double stop = stop(Wraparound.MULTIXACTS, evidence);
    double server = (double) evidence.survey().settings().multixactFreezeMaxAge().count();
    return ages(
        "Multixact ages, and when PostgreSQL stops",
        "multixact IDs",
        "multixact IDs since the oldest was frozen",
        stop,
        databases(evidence)
            .filter(each -> TWICE * multixactAge(each) > server)
            .map(each -> age(Naming.database(each.name()), multixactAge(each), server, stop))
            .toList());
  }

  private static double multixactAge(Database database) {
    return (double) database.multixactAge().or(XidAge.NONE).count();
  }

  static double stop(Wraparound ids, Evidence evidence) {
    return (double) ids.stopAge(evidence.survey().server().release()).count();
  }

  /// Ages on the way to where the server stops, each with where autovacuum is forced.
  static Bars ages(String title, String ids, String since, double stop, List<Bar> bars) {
    return new Bars(
        title,
        "The end of the scale, %s, is where the server gives out no more %s."
            .formatted(Quantities.count(stop), ids),
        List.of(since),
        Optional.of("autovacuum is forced"),
        bars,
        0);
  }

  static Bar age(String label, double age, double limit, double stop) {
    return new Bar(
        label,
        List.of(age),
        OptionalDouble.of(limit),
        stop,
        "%s; forced at %s".formatted(Quantities.count(age), Quantities.count(limit)));
  }

  private Stream<Database> databases(Evidence evidence) {
    return evidence.survey().databases().stream()
        .filter(each -> each.xidAge().isKnown())
        .filter(each -> evidence.survey().databases().size() <= options.bars() || each.surveyed())
        .sorted(
            Comparator.comparing((Database each) -> each.xidAge().or(XidAge.NONE))
                .thenComparing(each -> each.multixactAge().or(XidAge.NONE))
                .reversed())
        .limit(options.bars() / 2);
  }

  private Stream<Relation> oldest(Evidence evidence) {
    return evidence.survey().relations().stream()
        .filter(each -> options.selection().includes(evidence.owner(each).name()))
        .filter(each -> {
          double limit = (double) evidence.options(each).trigger().freezeMaxAge().count();
          return WORTH_A_BAR * ages(each).xid().count() > limit;
        })
        .sorted(Comparator.comparing((Relation each) -> ages(each).xid()).reversed());
  }

  private static FreezeAges ages(Relation relation) {
    return relation.ages().or(FreezeAges.NONE);
  }

  private Stream<Relation> selected(Evidence evidence) {
    return evidence
        .survey()
        .userRelations()
        .filter(each -> options.selection().includes(evidence.owner(each).name()));
  }

  private static long dead(Relation relation) {
    return relation.get(TableKeys.N_DEAD_TUP).or(0L);
  }
}
