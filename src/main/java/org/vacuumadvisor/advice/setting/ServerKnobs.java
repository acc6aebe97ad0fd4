package org.vacuumadvisor.advice.setting;

import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.postgres.DeadRowMemory;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.unit.Bytes;
import org.vacuumadvisor.unit.Quantities;

/// The settings of this server that somebody may change, with the values worth a try.
///
/// @param allowed whether nothing speaks against a setting on this release at this provider
record ServerKnobs(Evidence evidence, Predicate<SettingChange> allowed) {
  private static final List<Long> LIMITS = List.of(400L, 1_000L, 2_000L, 5_000L, 10_000L);
  private static final double SHORT_DELAY = 2;
  private static final int MORE_WORKERS = 3;
  private static final List<Long> MEGABYTES = List.of(128L, 256L, 512L, 1_024L);
  private static final List<Long> PARALLEL_WORKERS = List.of(1L, 2L, 4L);
  private static final List<Long> WEIGHTS = List.of(2L, 5L);

  /// Those that concern all tables alike.
  Stream<Knob> machinery() {
    return Stream.of(
            naptime(),
            delay(),
            limit(),
            workers(),
            slots(),
            memory(),
            parallelWorkers(),
            scoreWeight())
        .flatMap(Optional::stream);
  }

  /// The share of a table that may change, for all tables without one of their own.
  Optional<Knob> scaleFactor(Setting setting) {
    double now = real(setting);
    return knob(
        setting,
        TableKnobs.SCALE_FACTORS.stream().filter(each -> each < now).map(Quantities::number));
  }

  private Optional<Knob> naptime() {
    return knob(
        Setting.AUTOVACUUM_NAPTIME,
        new Naptimes(evidence).affordable().stream().map(each -> each + "s"));
  }

  private Optional<Knob> delay() {
    return knob(
        Setting.AUTOVACUUM_VACUUM_COST_DELAY,
        evidence.survey().settings().autovacuumCostDelay().value() > SHORT_DELAY
            ? Stream.of(Quantities.number(SHORT_DELAY) + "ms")
            : Stream.empty());
  }

  private Optional<Knob> limit() {
    var settings = evidence.survey().settings();
    return knob(
        Setting.AUTOVACUUM_VACUUM_COST_LIMIT,
        settings.autovacuumCostDelay().value() > 0
            ? LIMITS.stream()
                .filter(each -> each > settings.autovacuumCostLimit().value())
                .map(each -> each.toString())
            : Stream.empty());
  }

  private Optional<Knob> workers() {
    long now = integer(Setting.AUTOVACUUM_MAX_WORKERS);
    return knob(
        Setting.AUTOVACUUM_MAX_WORKERS,
        LongStream.rangeClosed(now + 1, Math.min(slotsNow(), now + MORE_WORKERS))
            .mapToObj(Long::toString));
  }

  /// Where all slots have their worker, a slot and a worker together.
  private Optional<Knob> slots() {
    long now = integer(Setting.AUTOVACUUM_MAX_WORKERS);
    var rungs =
        LongStream.rangeClosed(Math.max(now, slotsNow()) + 1, now + MORE_WORKERS)
            .mapToObj(Long::toString)
            .filter(each ->
                isAllowed(Setting.AUTOVACUUM_WORKER_SLOTS, each)
                    && isAllowed(Setting.AUTOVACUUM_MAX_WORKERS, each))
            .map(each -> {
              var both = new TreeMap<String, String>();
              both.put(Setting.AUTOVACUUM_MAX_WORKERS.parameter(), each);
              both.put(Setting.AUTOVACUUM_WORKER_SLOTS.parameter(), each);
              return new Rung(both);
            })
            .toList();
    return rungs.isEmpty()
        ? Optional.empty()
        : Optional.of(new Knob.OfServer(Setting.AUTOVACUUM_WORKER_SLOTS, true, rungs));
  }

  private long slotsNow() {
    return Setting.AUTOVACUUM_WORKER_SLOTS.isIn(evidence.survey().server().release())
        ? integer(Setting.AUTOVACUUM_WORKER_SLOTS)
        : Integer.MAX_VALUE;
  }

  /// Where more memory saves passes over the indexes for sure, up to what the buffers take.
  private Optional<Knob> memory() {
    var settings = evidence.survey().settings();
    var now = settings.autovacuumWorkMem().value();
    long workers = integer(Setting.AUTOVACUUM_MAX_WORKERS);
    double buffers = real(Setting.SHARED_BUFFERS) * evidence.survey().server().blockSize();
    return knob(
        Setting.AUTOVACUUM_WORK_MEM,
        DeadRowMemory.usefulMost(settings.release()).isEmpty()
            ? Stream.empty()
            : MEGABYTES.stream()
                .filter(each -> Bytes.ofMegabytes(each).compareTo(now) > 0)
                .filter(each -> (double) (Bytes.ofMegabytes(each).count() * workers) <= buffers)
                .map(each -> each + "MB"));
  }

  /// Parallel workers that vacuum the indexes of an autovacuum worker's table.
  private Optional<Knob> parallelWorkers() {
    return knob(
        Setting.AUTOVACUUM_MAX_PARALLEL_WORKERS, above(PARALLEL_WORKERS, parallelWorkersNow()));
  }

  private double parallelWorkersNow() {
    return real(Setting.AUTOVACUUM_MAX_PARALLEL_WORKERS);
  }

  /// How much dead rows count in the order in which tables are vacuumed.
  private Optional<Knob> scoreWeight() {
    return knob(
        Setting.AUTOVACUUM_VACUUM_SCORE_WEIGHT,
        above(WEIGHTS, real(Setting.AUTOVACUUM_VACUUM_SCORE_WEIGHT)));
  }

  private static Stream<String> above(List<Long> values, double now) {
    return values.stream().filter(each -> each > now).map(each -> each.toString());
  }

  private Optional<Knob> knob(Setting setting, Stream<String> values) {
    var rungs =
        setting.isIn(evidence.survey().server().release())
            ? values
                .filter(each -> isAllowed(setting, each))
                .map(each -> Rung.of(setting.parameter(), each))
                .toList()
            : List.<Rung>of();
    return rungs.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Knob.OfServer(
                setting,
                setting.context(evidence.survey().server().release()).needsRestart(),
                rungs));
  }

  private boolean isAllowed(Setting setting, String value) {
    return allowed.test(new SettingChange.OfServer(setting, value));
  }

  private long integer(Setting setting) {
    return evidence.survey().settings().integerOrDefault(setting);
  }

  private double real(Setting setting) {
    return setting.isIn(evidence.survey().server().release())
        ? evidence.survey().settings().realOrDefault(setting)
        : 0;
  }
}
