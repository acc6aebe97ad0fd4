package org.vacuumadvisor.lab.experiment;

import static java.util.Map.entry;
import static org.vacuumadvisor.lab.experiment.Arm.ADVISED;
import static org.vacuumadvisor.lab.experiment.Arm.ARTICLE;
import static org.vacuumadvisor.lab.experiment.Arm.AZURE;
import static org.vacuumadvisor.lab.experiment.Arm.DBA;
import static org.vacuumadvisor.lab.experiment.Arm.DEFAULT;
import static org.vacuumadvisor.lab.experiment.Arm.FILLFACTOR;
import static org.vacuumadvisor.lab.experiment.Arm.INDEXED;
import static org.vacuumadvisor.lab.experiment.Arm.INSERT_KNOB;
import static org.vacuumadvisor.lab.experiment.Arm.LET_GO;
import static org.vacuumadvisor.lab.experiment.Arm.PGTUNE;
import static org.vacuumadvisor.lab.experiment.Arm.REINDEXED;
import static org.vacuumadvisor.lab.experiment.Arm.TUNED_ANYWAY;
import static org.vacuumadvisor.lab.experiment.Arm.UNBLOATED;

import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.vacuumadvisor.lab.workload.InsertOnly;
import org.vacuumadvisor.lab.workload.QueueChurn;
import org.vacuumadvisor.lab.workload.ReadHeavy;
import org.vacuumadvisor.lab.workload.TpcC;

/// The experiments there are: one for each workload, and three in which tuning would be wrong.
final class Studies {
  private static final Duration MINUTE = Duration.ofSeconds(60);

  /// Nothing waits for the disk, which we share with others, and all of autovacuum is logged.
  private static final Map<String, String> COMMON =
      Map.of(
          "synchronous_commit", "off",
          "shared_buffers", "512MB",
          "max_wal_size", "16GB",
          "log_autovacuum_min_duration", "0");

  private static final String NO_WAITING =
      "fsync and synchronous_commit are off in all arms, so that the disk of a shared machine"
          + " decides nothing.";

  /// The settings of "Autovacuum Tuning Basics and TPC-C" (Command Prompt, 2017), as far as they
  /// concern vacuum.
  private static final Map<String, String> TPC_C_ARTICLE =
      Settings.of(
          "autovacuum_vacuum_scale_factor", "0.1",
          "autovacuum_analyze_scale_factor", "0.1",
          "autovacuum_max_workers", "12",
          "autovacuum_naptime", "10s",
          "autovacuum_vacuum_cost_delay", "0",
          "autovacuum_vacuum_cost_limit", "5000");

  private Studies() {}

  static List<Study> all() {
    return List.of(queueChurn(), tpcC(), insertOnly(), readHeavy(), heldHorizon(), deleteChurn());
  }

  private static Study queueChurn() {
    return new Study(
        "queue-churn",
        "A queue in a table without an index: how much do its dead rows cost?",
        new QueueChurn(0),
        16,
        MINUTE.plusSeconds(30),
        COMMON,
        List.of(NO_WAITING),
        List.of("CHECKPOINT"),
        arms(
            entry(DEFAULT, Treatment.NONE),
            entry(ARTICLE, Treatment.of(RuleOfThumb.ARTICLE.settings())),
            entry(PGTUNE, Treatment.of(RuleOfThumb.PGTUNE.settings())),
            entry(AZURE, Treatment.of(RuleOfThumb.AZURE.settings())),
            entry(
                DBA,
                new Treatment(
                    RuleOfThumb.DBA.settings(),
                    List.of(
                        "ALTER TABLE public.bencher SET (autovacuum_vacuum_scale_factor = 0,"
                            + " autovacuum_vacuum_threshold = 1000)"),
                    Company.NOBODY)),
            entry(ADVISED, Treatment.NONE),
            entry(
                INDEXED,
                new Treatment(
                    Map.of(),
                    List.of("CREATE INDEX CONCURRENTLY ON public.bencher (record_id)"),
                    Company.NOBODY)),
            entry(UNBLOATED, Treatment.of(Map.of("autovacuum", "off")).with(Company.SWEEPER))),
        Optional.empty(),
        List.of(
            new Bar.AtLeast(ADVISED, DEFAULT, Figure.TPS, 1.6),
            new Bar.AtLeast(ADVISED, ARTICLE, Figure.TPS, 1.1),
            new Bar.AtLeast(INDEXED, UNBLOATED, Figure.TPS, 0.95)));
  }

  private static Study tpcC() {
    return new Study(
        "tpc-c",
        "Order processing: what keeps indexes from growing, and what does that cost?",
        new TpcC(4, 10),
        8,
        MINUTE,
        COMMON,
        List.of(
            NO_WAITING,
            "Four warehouses of a tenth of the standard's size; terminals neither type nor think."),
        List.of("VACUUM ANALYZE", "CHECKPOINT"),
        arms(
            entry(DEFAULT, Treatment.NONE),
            entry(ARTICLE, Treatment.of(TPC_C_ARTICLE)),
            entry(PGTUNE, Treatment.of(RuleOfThumb.PGTUNE.settings())),
            entry(AZURE, Treatment.of(RuleOfThumb.AZURE.settings())),
            entry(DBA, Treatment.of(RuleOfThumb.DBA.settings())),
            entry(ADVISED, Treatment.NONE),
            entry(
                FILLFACTOR,
                new Treatment(
                    Map.of(),
                    List.of(
                        "ALTER TABLE public.order_line SET (fillfactor = 90)",
                        "ALTER TABLE public.orders SET (fillfactor = 90)"),
                    Company.NOBODY)),
            entry(REINDEXED, Treatment.NONE.with(Company.REBUILDER))),
        Optional.empty(),
        List.of(
            new Bar.WorstIndex(ADVISED, 0.8),
            new Bar.AtLeast(ADVISED, DEFAULT, Figure.TPS, 0.97),
            new Bar.WorstIndex(FILLFACTOR, 0.8),
            new Bar.AtLeast(FILLFACTOR, DEFAULT, Figure.TPS, 0.97),
            new Bar.WorstIndex(REINDEXED, 0.8),
            new Bar.AtLeast(REINDEXED, DEFAULT, Figure.TPS, 0.97)));
  }

  /// Its article compared two servers under one set of settings: these are common to all arms.
  private static Study insertOnly() {
    return new Study(
        "insert-only",
        "A history that only grows: what does it cost to vacuum it late?",
        new InsertOnly(4_000_000),
        4,
        MINUTE.plusSeconds(30),
        Settings.plus(
            COMMON,
            Settings.of(
                "autovacuum_naptime", "2s",
                "vacuum_cost_limit", "2000",
                "checkpoint_timeout", "30s",
                "max_wal_size", "64GB",
                "shared_buffers", "1GB")),
        List.of(
            NO_WAITING,
            "Time is compressed, the same for all arms: autovacuum_naptime is 1 s and"
                + " checkpoint_timeout 30 s. vacuum_cost_limit is 2000 as in the published"
                + " experiment."),
        List.of("VACUUM ANALYZE", "CHECKPOINT"),
        arms(entry(DEFAULT, Treatment.NONE), entry(ADVISED, Treatment.NONE)),
        Optional.of("SELECT count(id) FROM public.history WHERE id < 11000000000"),
        List.of(
            new Bar.AtMost(ADVISED, DEFAULT, Figure.FIRST_DIRTIED, 0.1),
            new Bar.AtMost(ADVISED, DEFAULT, Figure.HEAP_FETCHES, 0.05)));
  }

  private static Study readHeavy() {
    return new Study(
        "read-heavy",
        "The norm, nine reads to a write: is the server left alone?",
        new ReadHeavy(100_000, 90),
        8,
        MINUTE.dividedBy(2),
        COMMON,
        List.of(NO_WAITING),
        List.of("VACUUM ANALYZE", "CHECKPOINT"),
        arms(entry(DEFAULT, Treatment.NONE), entry(ADVISED, Treatment.NONE)),
        Optional.empty(),
        List.of(new Bar.NoEffect(ADVISED, DEFAULT, Figure.TPS)));
  }

  private static Study heldHorizon() {
    return new Study(
        "held-horizon",
        "A forgotten transaction blocks cleanup of a queue: would tuning help?",
        new QueueChurn(0),
        16,
        MINUTE.dividedBy(2),
        COMMON,
        List.of(
            NO_WAITING,
            "In all arms but let-go a session has begun a transaction before the work starts, and"
                + " does not end it."),
        List.of("CHECKPOINT"),
        arms(
            entry(DEFAULT, Treatment.NONE.with(Company.HOLDER)),
            entry(TUNED_ANYWAY, Treatment.of(RuleOfThumb.ARTICLE.settings()).with(Company.HOLDER)),
            entry(ADVISED, Treatment.NONE.with(Company.HOLDER)),
            entry(LET_GO, Treatment.NONE)),
        Optional.empty(),
        List.of(
            new Bar.SetsNothingLike(List.of("cost", "threshold", "scale_factor", "naptime")),
            new Bar.NoGain(TUNED_ANYWAY, DEFAULT, Figure.TPS),
            new Bar.AtLeast(LET_GO, DEFAULT, Figure.TPS, 1.5)));
  }

  private static Study deleteChurn() {
    return new Study(
        "delete-churn",
        "A queue whose dead rows come from deletes: would a low insert threshold help?",
        new QueueChurn(2_000),
        8,
        MINUTE.dividedBy(2),
        Settings.plus(COMMON, Settings.of("autovacuum_naptime", "1s")),
        List.of(
            NO_WAITING,
            "autovacuum_naptime is 1 s in all arms, so that nothing but the thresholds decides."),
        List.of("VACUUM ANALYZE", "CHECKPOINT"),
        arms(
            entry(DEFAULT, Treatment.NONE),
            entry(
                INSERT_KNOB,
                new Treatment(
                    Map.of(),
                    List.of(
                        "ALTER TABLE public.bencher SET (autovacuum_vacuum_insert_threshold = 100,"
                            + " autovacuum_vacuum_insert_scale_factor = 0)"),
                    Company.NOBODY)),
            entry(ADVISED, Treatment.NONE)),
        Optional.empty(),
        List.of(
            new Bar.SetsNothingLike(List.of("insert_threshold", "insert_scale_factor")),
            new Bar.NoGain(INSERT_KNOB, DEFAULT, Figure.TPS)));
  }

  @SafeVarargs
  private static Map<Arm, Treatment> arms(Map.Entry<Arm, Treatment>... entries) {
    var map = new LinkedHashMap<Arm, Treatment>();
    for (var each : entries) {
      map.put(each.getKey(), each.getValue());
    }
    return map;
  }
}
