package org.vacuumadvisor.lab.experiment;

import static org.vacuumadvisor.lab.experiment.Arm.ADVISED;
import static org.vacuumadvisor.lab.experiment.Arm.DEFAULT;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.vacuumadvisor.lab.workload.Named;
import org.vacuumadvisor.lab.workload.Script;
import org.vacuumadvisor.lab.workload.ScriptReader;
import org.vacuumadvisor.lab.workload.Scripts;

/// What is compared: work, settings and bars.
///
/// @param name on the command line
/// @param question that it answers, a sentence
/// @param clients how many work unless others are asked for
/// @param duration of a trial unless another is asked for
/// @param settings of the server in all arms
/// @param remarks what a reader has to know of the settings in common
/// @param arms in the order of the report
/// @param indexOnlyScan a query that an index could answer alone
/// @param bars what it has to show
public record Study(
    String name,
    String question,
    Script workload,
    int clients,
    Duration duration,
    Map<String, String> settings,
    List<String> remarks,
    List<Arm> arms,
    Optional<String> indexOnlyScan,
    List<Bar> bars) {
  public Study {
    settings = Map.copyOf(settings);
    remarks = List.copyOf(remarks);
    arms = List.copyOf(arms);
    bars = List.copyOf(bars);
  }

  /// The study of this name.
  ///
  /// @throws IllegalArgumentException with a sentence for the user if there is none
  public static Study named(String name) {
    return Named.one("experiment", name, Studies.ALL, Study::name);
  }

  /// The names of all studies.
  public static List<String> names() {
    return Studies.ALL.stream().map(Study::name).toList();
  }

  /// Its arm of this name.
  ///
  /// @throws IllegalArgumentException with a sentence for the user if there is none
  public Arm arm(String arm) {
    return Named.one("arm", arm, arms, Arm::name);
  }

  /// The experiments there are: one for each workload.
  static final class Studies {
    private static final Duration MINUTE = Duration.ofSeconds(60);

    private static final String NO_WAITING =
        "fsync and synchronous_commit are off in all arms, so that the disk of a shared machine"
            + " decides nothing.";

    private static final Arm ARTICLE = Arm.of(Rival.ARTICLE);

    private static final Arm INDEXED =
        Arm.of(
                "indexed",
                "what the advisor recommends, and first the index that it asks for",
                "CREATE INDEX CONCURRENTLY ON public.bencher (record_id)")
            .thenAdvised();

    private static final Arm UNBLOATED =
        Arm.of(
                "unbloated",
                "no bloat: the lab vacuums ten times a second, the closest to a table without"
                    + " bloat",
                "ALTER SYSTEM SET autovacuum = off")
            .beside(
                ScriptReader.read(
                    "sweeper", "-- Vacuums the queue.\n\n-- 10/s sweep\nVACUUM public.bencher"));

    /// The settings of "Autovacuum Tuning Basics and TPC-C" (Command Prompt, 2017), as far as they
    /// concern vacuum.
    private static final Arm TPC_C_ARTICLE =
        Arm.of(
            "article",
            "the settings of an article on TPC-C (Command Prompt, 2017)",
            "ALTER SYSTEM SET autovacuum_vacuum_scale_factor = 0.1",
            "ALTER SYSTEM SET autovacuum_analyze_scale_factor = 0.1",
            "ALTER SYSTEM SET autovacuum_max_workers = 12",
            "ALTER SYSTEM SET autovacuum_naptime = '10s'",
            "ALTER SYSTEM SET autovacuum_vacuum_cost_delay = 0",
            "ALTER SYSTEM SET autovacuum_vacuum_cost_limit = 5000");

    private static final Arm FILLFACTOR =
        Arm.of(
            "fillfactor",
            "room for updates on pages that are filled from now on: a fillfactor of 90",
            "ALTER TABLE public.order_line SET (fillfactor = 90)",
            "ALTER TABLE public.orders SET (fillfactor = 90)");

    private static final Arm REINDEXED =
        Arm.of("reindexed", "the key of the order lines is rebuilt concurrently every half minute")
            .beside(
                ScriptReader.read(
                    "rebuilder",
                    """
                    -- Rebuilds the largest index.

                    -- 0.033/s rebuild
                    REINDEX INDEX CONCURRENTLY public.order_line_pkey\
                    """));

    static final List<Study> ALL =
        List.of(
            new Study(
                "queue-churn",
                "A queue in a table without an index: how much do its dead rows cost?",
                Scripts.unpaced("queue-churn", Map.of()),
                16,
                MINUTE.plusSeconds(30),
                Map.of(),
                List.of(NO_WAITING),
                List.of(DEFAULT, ARTICLE, ADVISED, INDEXED, UNBLOATED),
                Optional.empty(),
                List.of(
                    Bar.atLeast(ADVISED, DEFAULT, Figure.TPS, 1.6),
                    Bar.atLeast(ADVISED, ARTICLE, Figure.TPS, 1.1),
                    Bar.atLeast(INDEXED, UNBLOATED, Figure.TPS, 0.95))),
            new Study(
                "tpc-c",
                "Order processing: what keeps indexes from growing, and what does that cost?",
                Scripts.unpaced("tpc-c", Map.of("warehouses", 4L)),
                8,
                MINUTE,
                Map.of(),
                List.of(
                    NO_WAITING,
                    "Four warehouses of a tenth of the standard's size; terminals neither type nor"
                        + " think."),
                List.of(DEFAULT, TPC_C_ARTICLE, ADVISED, FILLFACTOR, REINDEXED),
                Optional.empty(),
                List.of(
                    Bar.worstIndex(ADVISED, 0.8),
                    Bar.atLeast(ADVISED, DEFAULT, Figure.TPS, 0.97),
                    Bar.worstIndex(FILLFACTOR, 0.8),
                    Bar.atLeast(FILLFACTOR, DEFAULT, Figure.TPS, 0.97),
                    Bar.worstIndex(REINDEXED, 0.8),
                    Bar.atLeast(REINDEXED, DEFAULT, Figure.TPS, 0.97))),
            // Its article compared two servers under one set of settings: common to all arms.
            new Study(
                "insert-only",
                "A history that only grows: what does it cost to vacuum it late?",
                Scripts.unpaced("insert-only", Map.of("rows", 4_000_000L)),
                4,
                MINUTE.plusSeconds(30),
                Map.of(
                    "autovacuum_naptime", "2s",
                    "vacuum_cost_limit", "2000",
                    "checkpoint_timeout", "30s",
                    "max_wal_size", "64GB",
                    "shared_buffers", "1GB"),
                List.of(
                    NO_WAITING,
                    "Time is compressed, the same for all arms: autovacuum_naptime is 2 s and"
                        + " checkpoint_timeout 30 s. vacuum_cost_limit is 2000 as in the published"
                        + " experiment."),
                List.of(DEFAULT, ADVISED),
                Optional.of("SELECT count(id) FROM public.history WHERE id < 11000000000"),
                List.of(
                    Bar.atMost(ADVISED, DEFAULT, Figure.FIRST_DIRTIED, 0.1),
                    Bar.atMost(ADVISED, DEFAULT, Figure.HEAP_FETCHES, 0.05))),
            new Study(
                "read-heavy",
                "The norm, nine reads to a write: is the server left alone?",
                Scripts.unpaced("read-heavy", Map.of()),
                8,
                MINUTE.dividedBy(2),
                Map.of(),
                List.of(NO_WAITING),
                List.of(DEFAULT, ADVISED),
                Optional.empty(),
                List.of(Bar.noEffect(ADVISED, DEFAULT, Figure.TPS))));

    private Studies() {}
  }
}
