package org.vacuumadvisor.advice;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.vacuumadvisor.advice.setting.SettingChange;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.model.Relation;
import org.vacuumadvisor.postgres.CostModel;
import org.vacuumadvisor.postgres.DeadRowMemory;
import org.vacuumadvisor.postgres.Feature;
import org.vacuumadvisor.postgres.PageWork;
import org.vacuumadvisor.postgres.ServerSettings;
import org.vacuumadvisor.postgres.Setting;
import org.vacuumadvisor.unit.Bytes;
import org.vacuumadvisor.unit.Quantities;
import org.vacuumadvisor.workload.Period;

/// The numbers of a server's autovacuum, one by one: what they are, what they should be, and the
/// figure that says so. What stays has its figure, too.
public record Numbers(List<Line> lines) {
  private static final long ROW_ID = 6;

  /// One setting.
  ///
  /// @param now its value, and whether nobody told us
  /// @param wanted what it should be; empty where it may stay
  /// @param because the figure behind it
  /// @param needsRestart whether a change takes a restart on this release
  public record Line(
      Setting setting, String now, Optional<String> wanted, String because, boolean needsRestart) {}

  public Numbers {
    lines = List.copyOf(lines);
  }

  /// Of an assessment; none of a standby, which vacuums nothing, nor where no setting is known.
  public static Numbers of(Assessment assessment) {
    var survey = assessment.evidence().survey();
    return survey.server().standby()
            || survey.settings().value(Setting.AUTOVACUUM_NAPTIME).isEmpty()
        ? new Numbers(List.of())
        : new Numbers(new Reader(assessment).lines());
  }

  /// Those that should change by a reload, then those that need a restart, then those that stay.
  public List<Line> byEffort() {
    return Stream.of(
            lines.stream().filter(each -> each.wanted().isPresent() && !each.needsRestart()),
            lines.stream().filter(each -> each.wanted().isPresent() && each.needsRestart()),
            lines.stream().filter(each -> each.wanted().isEmpty()))
        .flatMap(each -> each)
        .toList();
  }

  private record Reader(Assessment assessment) {
    List<Line> lines() {
      var lines = new ArrayList<Line>();
      lines.add(line(Setting.AUTOVACUUM_VACUUM_COST_LIMIT, cost()));
      lines.add(line(Setting.AUTOVACUUM_VACUUM_COST_DELAY, asleep()));
      lines.add(line(Setting.AUTOVACUUM_MAX_WORKERS, workers()));
      lines.add(line(Setting.AUTOVACUUM_NAPTIME, naptime()));
      lines.add(line(Setting.AUTOVACUUM_WORK_MEM, memory()));
      lines.add(line(Setting.AUTOVACUUM_VACUUM_SCALE_FACTOR, exceptions()));
      lines.add(line(Setting.AUTOVACUUM_FREEZE_MAX_AGE, freezing()));
      if (Setting.VACUUM_BUFFER_USAGE_LIMIT.isIn(settings().release())) {
        lines.add(line(Setting.VACUUM_BUFFER_USAGE_LIMIT, ring()));
      }
      return Stream.concat(lines.stream(), others(lines)).toList();
    }

    private Stream<Line> others(List<Line> told) {
      return tunings()
          .map(SettingChange.OfServer::setting)
          .filter(each -> told.stream().noneMatch(line -> line.setting() == each))
          .map(each -> line(each, because(each).orElse("")));
    }

    private Stream<SettingChange.OfServer> tunings() {
      return assessment.recommendations().stream()
          .flatMap(each -> each.change().stream())
          .flatMap(each ->
              each instanceof SettingChange.OfServer server ? Stream.of(server) : Stream.empty());
    }

    private Line line(Setting setting, String figure) {
      return new Line(
          setting,
          now(setting),
          tunings()
              .filter(each -> each.setting() == setting)
              .map(SettingChange.OfServer::value)
              .findFirst(),
          because(setting).orElse(figure),
          setting.context(settings().release()).needsRestart());
    }

    private Optional<String> because(Setting setting) {
      return assessment.recommendations().stream()
          .filter(each ->
              each.change()
                  .filter(change ->
                      change instanceof SettingChange.OfServer server
                          && server.setting() == setting)
                  .isPresent())
          .map(Recommendation::why)
          .findFirst();
    }

    private String now(Setting setting) {
      var value = settings().value(setting);
      return value.isPresent()
          ? value.get().setting()
              + Optional.ofNullable(value.get().unit())
                  .or(() -> setting.unit(settings().release()))
                  .filter(_ -> !value.get().setting().startsWith("-"))
                  .map(unit -> " " + unit)
                  .orElse("")
          : setting.bootValue(settings().release()).orElse("unknown") + " (assumed)";
    }

    private String cost() {
      var cost = CostModel.ofAutovacuum(settings());
      int blockSize = evidence().survey().server().blockSize();
      return cost.throttles()
          ? "all workers together may read %s MB or change %s MB a second"
              .formatted(
                  megabytes(cost.megabytesPerSecond(PageWork.MISS, blockSize)),
                  megabytes(cost.megabytesPerSecond(PageWork.DIRTY, blockSize)))
          : "without a delay there is no limit";
    }

    /// A rate of less than one is not none.
    private static String megabytes(double rate) {
      return rate >= 10 ? Quantities.count(rate) : Quantities.number(rate);
    }

    private String asleep() {
      var workers = evidence().machinery().workers().or(List.of());
      long asleep =
          workers.stream().filter(each -> each.waitsFor().or("").equals("VacuumDelay")).count();
      return workers.isEmpty()
          ? "no worker was at work, so none was seen asleep"
          : "%d of %s asleep for it at this moment"
              .formatted(asleep, Quantities.counted(workers.size(), "worker"));
    }

    private String workers() {
      return evidence()
          .machinery()
          .workers()
          .known()
          .map(each -> "%d busy at this moment".formatted(each.size()))
          .orElse("how many are busy could not be seen");
    }

    private String naptime() {
      return tables()
          .filter(each -> dying(each) > 0)
          .map(each -> (double) evidence().thresholds(each).vacuum() / dying(each))
          .min(Double::compare)
          .map(seconds ->
              "the busiest table reaches its threshold in " + Quantities.seconds(seconds))
          .orElseGet(() -> unmeasured("no row died in the time sampled"));
    }

    /// Why there is no rate: nothing happened in the sample, or there was none.
    private String unmeasured(String ifSampled) {
      return switch (evidence().workloads().period()) {
        case Period.Between _ -> ifSampled;
        case Period.SinceReset _ -> "no rate was measured";
      };
    }

    private double dying(Relation relation) {
      return evidence().workload(relation).rates().deadRowsPerSecond().orElse(0.0);
    }

    private String memory() {
      var memory = settings().autovacuumWorkMem().value();
      if (DeadRowMemory.usefulMost(settings().release()).isEmpty()) {
        return "%s for each worker, in a tree that needs little".formatted(memory);
      }
      double most =
          tables()
              .filter(each -> !each.indexes().isEmpty())
              .mapToDouble(each -> evidence().thresholds(each).vacuum())
              .max()
              .orElse(0);
      return "%s for each worker; the largest threshold needs %s"
          .formatted(memory, new Bytes(Math.round(most) * ROW_ID));
    }

    private String exceptions() {
      long own =
          assessment.recommendations().stream()
              .flatMap(each -> each.change().stream())
              .filter(each -> each instanceof SettingChange.OfTable)
              .count();
      return own == 0
          ? "no table needs an exception"
          : "%s; the others are well served"
              .formatted(own == 1 ? "1 table gets its own" : own + " tables get their own");
    }

    private String freezing() {
      double ids = (double) (settings().freezeMaxAge().count() - settings().freezeMinAge().count());
      return evidence()
          .xidsPerSecond()
          .filter(rate -> rate > 0)
          .map(rate ->
              "at %s IDs a second a table is forced every %s"
                  .formatted(Quantities.number(rate), Quantities.seconds(ids / rate)))
          .orElseGet(() -> unmeasured("no transaction ID was used in the time sampled"));
    }

    private String ring() {
      return Feature.TID_STORE.isIn(settings().release())
          ? "vacuum keeps to so much of the buffers"
          : "vacuum keeps to so much of the buffers; 17 has 2 MB, for with 256 kB vacuum itself has"
              + " to flush WAL";
    }

    private Stream<Relation> tables() {
      return evidence().survey().relations().stream().filter(Relation::isAutovacuumed);
    }

    private Evidence evidence() {
      return assessment.evidence();
    }

    private ServerSettings settings() {
      return evidence().settings();
    }
  }
}
