package org.vacuumadvisor.advice;

import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.vacuumadvisor.diagnosis.Effect;
import org.vacuumadvisor.diagnosis.Remedy;
import org.vacuumadvisor.diagnosis.Situation;
import org.vacuumadvisor.model.Database;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.postgres.DeadRowMemory;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.tuning.Guard;
import org.vacuumadvisor.tuning.Knob;
import org.vacuumadvisor.tuning.Rung;
import org.vacuumadvisor.unit.Bytes;
import org.vacuumadvisor.unit.Quantities;

/// The knobs that somebody may turn on this server, with the values worth a try.
///
/// @param allowed whether nothing speaks against a setting on this release at this provider
record Knobs(Situation situation, Predicate<Remedy> allowed) {
  private static final List<Long> NAPS = List.of(30L, 15L, 10L, 5L, 2L, 1L);
  private static final List<Long> LIMITS = List.of(400L, 1_000L, 2_000L, 5_000L, 10_000L);
  private static final double SHORT_DELAY = 2;
  private static final int MORE_WORKERS = 3;
  private static final List<Long> MEGABYTES = List.of(128L, 256L, 512L, 1_024L);
  private static final long DEFAULT_BASE = 50;

  private static final List<Double> SCALE_FACTORS =
      List.of(0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001);

  private static final List<Double> PARTS = List.of(8.0, 4.0, 2.0, 1.0, 0.5, 0.25);

  /// A threshold this near to today's is none.
  private static final double LOWER = 0.95;

  /// What a worker takes that finds nothing to do: measured on 14 and 18 with one core of a virtual
  /// machine, 7 ms with 100 tables, 38 ms with 10,000.
  private static final double SECONDS_A_LOOK = 0.007;

  private static final double SECONDS_A_TABLE = 3e-6;

  /// What looking for work may take of one processor: ours.
  private static final double LOOKING = 0.02;

  /// The launcher starts ten workers a second at most.
  private static final double SHORTEST_NAP = 0.1;

  /// The server's settings.
  List<Knob> ofServer() {
    return Stream.of(naptime(), delay(), limit(), workers(), memory())
        .flatMap(Optional::stream)
        .toList();
  }

  private Optional<Knob> naptime() {
    double now = real(Setting.AUTOVACUUM_NAPTIME);
    return knob(
        Setting.AUTOVACUUM_NAPTIME,
        NAPS.stream()
            .filter(each -> each < now && looking(each) <= LOOKING)
            .map(each -> each + "s"));
  }

  private double looking(double nap) {
    double databases =
        Math.max(1, situation.survey().databases().stream().filter(Database::connectable).count());
    double tables = situation.survey().relations().size();
    double looks = Math.min(1 / SHORTEST_NAP, databases / nap);
    return looks * (SECONDS_A_LOOK + SECONDS_A_TABLE * tables / databases);
  }

  private Optional<Knob> delay() {
    return knob(
        Setting.AUTOVACUUM_VACUUM_COST_DELAY,
        situation.survey().settings().autovacuumCostDelay().value() > SHORT_DELAY
            ? Stream.of(Quantities.number(SHORT_DELAY) + "ms")
            : Stream.empty());
  }

  private Optional<Knob> limit() {
    var settings = situation.survey().settings();
    return knob(
        Setting.AUTOVACUUM_VACUUM_COST_LIMIT,
        settings.autovacuumCostDelay().value() > 0
            ? LIMITS.stream()
                .filter(each -> each > settings.autovacuumCostLimit().value())
                .map(each -> each.toString())
            : Stream.empty());
  }

  private Optional<Knob> workers() {
    long now = situation.survey().settings().integerOrDefault(Setting.AUTOVACUUM_MAX_WORKERS);
    long most =
        situation
            .survey()
            .settings()
            .integer(Setting.AUTOVACUUM_WORKER_SLOTS)
            .orElse(now + MORE_WORKERS);
    return knob(
        Setting.AUTOVACUUM_MAX_WORKERS,
        LongStream.rangeClosed(now + 1, Math.min(most, now + MORE_WORKERS))
            .mapToObj(Long::toString));
  }

  /// Where more memory saves passes over the indexes for sure, up to what the buffers take.
  private Optional<Knob> memory() {
    var settings = situation.survey().settings();
    var now = settings.autovacuumWorkMem().value();
    long workers = settings.integerOrDefault(Setting.AUTOVACUUM_MAX_WORKERS);
    double buffers =
        settings.realOrDefault(Setting.SHARED_BUFFERS) * situation.survey().server().blockSize();
    return knob(
        Setting.AUTOVACUUM_WORK_MEM,
        DeadRowMemory.usefulMost(settings.release()).isEmpty()
            ? Stream.empty()
            : MEGABYTES.stream()
                .filter(each -> Bytes.ofMegabytes(each).compareTo(now) > 0)
                .filter(each -> (double) (Bytes.ofMegabytes(each).count() * workers) <= buffers)
                .map(each -> each + "MB"));
  }

  private Optional<Knob> knob(Setting setting, Stream<String> values) {
    var rungs =
        values
            .filter(each ->
                allowed.test(
                    new Remedy.TuneServer(setting, each, new Effect.NotPredicted("not yet"))))
            .map(each -> Rung.of(setting.parameter(), each))
            .toList();
    return rungs.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Knob.OfServer(
                setting,
                setting.context(situation.survey().server().release()).needsRestart(),
                rungs));
  }

  /// When autovacuum comes to a table for its dead rows.
  ///
  /// @param base parameters that have to be given along
  Optional<Knob> deadRows(Relation relation, SortedMap<String, String> base) {
    double today = situation.thresholds(relation).vacuum();
    return knob(
        relation,
        Guard.Kind.DEAD_ROWS,
        SCALE_FACTORS.stream()
            .map(each -> deadRows(relation, base, each))
            .filter(each -> situation.thresholds(relation, each).vacuum() < LOWER * today));
  }

  private SortedMap<String, String> deadRows(
      Relation relation, SortedMap<String, String> base, double scaleFactor) {
    var parameters = new TreeMap<>(base);
    parameters.put("autovacuum_vacuum_scale_factor", Quantities.number(scaleFactor));
    if (situation.options(relation).vacuumThreshold().value() > DEFAULT_BASE) {
      parameters.put("autovacuum_vacuum_threshold", Long.toString(DEFAULT_BASE));
    }
    return parameters;
  }

  /// When autovacuum comes to a table for its inserted rows: after a fixed number.
  Optional<Knob> insertedRows(Relation relation, SortedMap<String, String> base, double target) {
    return knob(
        relation,
        Guard.Kind.INSERTED_ROWS,
        PARTS.stream()
            .mapToDouble(each -> rounded(each * target))
            .mapToObj(each -> {
              var parameters = new TreeMap<>(base);
              parameters.put("autovacuum_vacuum_insert_scale_factor", "0");
              parameters.put("autovacuum_vacuum_insert_threshold", Long.toString(Math.round(each)));
              return parameters;
            }));
  }

  private static Optional<Knob> knob(
      Relation relation, Guard.Kind what, Stream<? extends SortedMap<String, String>> values) {
    var rungs = values.map(Rung::new).toList();
    return rungs.isEmpty()
        ? Optional.empty()
        : Optional.of(new Knob.OfTable(relation.key(), what, rungs));
  }

  /// To two digits that count.
  private static double rounded(double rows) {
    double unit = Math.pow(10, Math.max(0, Math.floor(Math.log10(rows)) - 1));
    return Math.round(rows / unit) * unit;
  }

  private double real(Setting setting) {
    return situation.survey().settings().realOrDefault(setting);
  }
}
