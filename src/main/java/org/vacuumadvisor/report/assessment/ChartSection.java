package org.vacuumadvisor.report.assessment;

import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.model.Database;
import org.vacuumadvisor.model.FreezeAges;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.model.RelationKind;
import org.vacuumadvisor.postgres.Wraparound;
import org.vacuumadvisor.report.Measure;
import org.vacuumadvisor.report.Part;
import org.vacuumadvisor.report.Part.Bar;
import org.vacuumadvisor.report.Part.Bars;
import org.vacuumadvisor.report.ReportOptions;
import org.vacuumadvisor.report.ReportOptions.Charts;
import org.vacuumadvisor.unit.Quantities;
import org.vacuumadvisor.unit.Share;
import org.vacuumadvisor.unit.XidAge;
import org.vacuumadvisor.workload.Rates;

/// The figures that most of vacuum's troubles show in, as charts: dead rows against what autovacuum
/// tolerates, ages against what the server tolerates, sizes, and rates.
record ChartSection(ReportOptions options, Naming naming) {
  /// A bar is this long where its limit is reached in the middle of the scale.
  private static final double TWICE = 2;

  /// A table this part of the way to its limit is worth a bar of its own.
  private static final double WORTH_A_BAR = 4;

  private static final List<String> WRITES =
      List.of("inserted", "updated HOT", "updated otherwise", "deleted");

  Stream<Part> parts(Evidence evidence) {
    var charts =
        Stream.of(
                deadRows(evidence),
                xidAges(evidence),
                multixactAges(evidence),
                sizes(evidence),
                rates(evidence))
            .filter(chart -> !chart.bars().isEmpty())
            .filter(chart -> options.charts() == Charts.ALL || passesLimit(chart))
            .map(Part.class::cast)
            .toList();
    return charts.isEmpty()
        ? Stream.empty()
        : Stream.concat(Stream.of(new Part.Heading("Charts")), charts.stream());
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
            .sorted(Comparator.comparingLong(ChartSection::dead).reversed())
            .map(each -> deadRows(each, evidence.thresholds(each).vacuum()))
            .toList();
    return chart(
        "Dead rows, and when autovacuum comes",
        "Each bar is drawn against the threshold of its own table: past the mark, autovacuum has"
            + " reason to come.",
        Measure.ROWS,
        List.of("dead rows"),
        Optional.of("threshold"),
        bars);
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
    var release = evidence.survey().server().release();
    double stop = (double) Wraparound.TRANSACTIONS.stopAge(release).count();
    double server = (double) evidence.survey().settings().freezeMaxAge().count();
    return chart(
        "Ages, and when PostgreSQL stops",
        "The end of the scale, %s, is where the server gives out no more transaction IDs."
            .formatted(Quantities.count(stop)),
        Measure.TRANSACTION_IDS,
        List.of("transaction IDs since the oldest row was frozen"),
        Optional.of("autovacuum is forced"),
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
    var release = evidence.survey().server().release();
    double stop = (double) Wraparound.MULTIXACTS.stopAge(release).count();
    double server = (double) evidence.survey().settings().multixactFreezeMaxAge().count();
    return chart(
        "Multixact ages, and when PostgreSQL stops",
        "The end of the scale, %s, is where the server gives out no more multixact IDs."
            .formatted(Quantities.count(stop)),
        Measure.MULTIXACT_IDS,
        List.of("multixact IDs since the oldest was frozen"),
        Optional.of("autovacuum is forced"),
        databases(evidence)
            .filter(each -> TWICE * multixactAge(each) > server)
            .map(each -> age(Naming.database(each.name()), multixactAge(each), server, stop))
            .toList());
  }

  private static double multixactAge(Database database) {
    return (double) database.multixactAge().or(XidAge.NONE).count();
  }

  private static Bar age(String label, double age, double limit, double stop) {
    return new Bar(
        label,
        List.of(age),
        OptionalDouble.of(limit),
        stop,
        "%s; forced at %s".formatted(Quantities.count(age), Quantities.count(limit)));
  }

  private Stream<Database> databases(Evidence evidence) {
    return evidence.survey().databases().stream()
        .filter(each -> each.xidAge().known().isPresent())
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

  private Bars sizes(Evidence evidence) {
    return chart(
        "Sizes",
        "As pg_class knows them, from the last vacuum or analyze. What would be free after a"
            + " rewrite is shown where it is surely known.",
        Measure.BYTES,
        SizedTable.SERIES,
        Optional.empty(),
        SizedTable.bars(selected(evidence), evidence, naming));
  }

  private Bars rates(Evidence evidence) {
    var tables =
        selected(evidence)
            .filter(each -> evidence.workloads().tables().containsKey(each.key()))
            .filter(each -> each.kind() != RelationKind.PARTITIONED_TABLE)
            .map(each -> Written.of(naming.of(each), evidence.workload(each).rates()))
            .filter(each -> each.total() > 0)
            .sorted(Comparator.comparingDouble(Written::total).reversed())
            .toList();
    double full = tables.isEmpty() ? 0 : tables.getFirst().total();
    return chart(
        "Rows written a second",
        "Every update and delete leaves a dead row for vacuum; after a HOT update it need not visit"
            + " the indexes.",
        Measure.ROWS_A_SECOND,
        WRITES,
        Optional.empty(),
        tables.stream().map(each -> each.bar(full)).toList());
  }

  /// Rows of a table inserted, HOT updated, otherwise updated, and deleted, a second.
  private record Written(String label, List<Double> perSecond) {
    static Written of(String label, Rates rates) {
      var activity = rates.activity();
      var seconds = rates.period().length().map(each -> each.toNanos() / 1e9).orElse(0.0);
      return new Written(
          label,
          rates.insertsPerSecond().isEmpty()
              ? List.of()
              : Stream.of(
                      activity.inserted(),
                      activity.hotUpdated(),
                      activity.updated() - activity.hotUpdated(),
                      activity.deleted())
                  .map(count -> count / seconds)
                  .toList());
    }

    double total() {
      return perSecond.stream().mapToDouble(Double::doubleValue).sum();
    }

    Bar bar(double full) {
      return new Bar(
          label,
          perSecond,
          OptionalDouble.empty(),
          full,
          "%s (%s)".formatted(Measure.ROWS_A_SECOND.text(total()), inWords()));
    }

    private String inWords() {
      return IntStream.range(0, perSecond.size())
          .filter(at -> perSecond.get(at) > 0)
          .mapToObj(at -> Measure.ROWS_A_SECOND.text(perSecond.get(at)) + " " + WRITES.get(at))
          .collect(Collectors.joining(", "));
    }
  }

  private Stream<Relation> selected(Evidence evidence) {
    return evidence
        .survey()
        .userRelations()
        .filter(each -> options.selection().includes(evidence.owner(each).name()));
  }

  private static long dead(Relation relation) {
    return relation.population().map(rows -> rows.dead()).or(0L);
  }

  private Bars chart(
      String title,
      String caption,
      Measure measure,
      List<String> series,
      Optional<String> limit,
      List<Bar> bars) {
    int shown = Math.min(bars.size(), options.bars());
    return new Bars(
        title, caption, measure, series, limit, bars.subList(0, shown), bars.size() - shown);
  }
}
