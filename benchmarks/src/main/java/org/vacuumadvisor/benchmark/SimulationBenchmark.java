package org.vacuumadvisor.benchmark;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.vacuumadvisor.forecast.Simulation;
import org.vacuumadvisor.forecast.cluster.Arrivals;
import org.vacuumadvisor.forecast.cluster.ChainsSeen;
import org.vacuumadvisor.forecast.cluster.Cluster;
import org.vacuumadvisor.forecast.cluster.Counters;
import org.vacuumadvisor.forecast.cluster.DatabaseStart;
import org.vacuumadvisor.forecast.cluster.HeapDoubt;
import org.vacuumadvisor.forecast.cluster.HeapStart;
import org.vacuumadvisor.forecast.cluster.IndexStart;
import org.vacuumadvisor.forecast.cluster.Machine;
import org.vacuumadvisor.forecast.cluster.Pace;
import org.vacuumadvisor.forecast.cluster.TablePattern;
import org.vacuumadvisor.forecast.cluster.TableStart;
import org.vacuumadvisor.forecast.cluster.TableStart.Knowledge;
import org.vacuumadvisor.forecast.simulator.Trajectory;
import org.vacuumadvisor.model.FreezeAges;
import org.vacuumadvisor.model.RelationKey;
import org.vacuumadvisor.model.RelationKind;
import org.vacuumadvisor.model.RelationName;
import org.vacuumadvisor.postgres.RelationSize;
import org.vacuumadvisor.postgres.Release;
import org.vacuumadvisor.postgres.ServerSettings;
import org.vacuumadvisor.postgres.StorageParameters;
import org.vacuumadvisor.unit.XidAge;

/// How long it takes to simulate thirty days of a server.
///
/// Question: is a simulation cheap enough to search over settings with? The bar is 1 000 tables in
/// a second. Tables have 100 to 10 million rows, and turn over all of them in one to a hundred
/// days; every tenth or fiftieth is a queue that autovacuum comes to at each visit.
///
/// Run: `java -jar benchmarks/target/benchmarks.jar Simulation`
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 2)
@Measurement(iterations = 5, time = 2)
public class SimulationBenchmark {
  private static final long DATABASE = 5;
  private static final double BLOCK = 8192;
  private static final Duration MONTH = Duration.ofDays(30);

  @Param({"10", "50"})
  int queueEvery;

  @Param("1000")
  int tables;

  private Cluster cluster;

  @Setup
  public void make() {
    cluster =
        new Cluster(
            Release.V18,
            (int) BLOCK,
            ServerSettings.unknown(Release.V18),
            List.of(new DatabaseStart(DATABASE)),
            IntStream.range(0, tables).mapToObj(this::table).toList(),
            List.of(),
            new Cluster.Consumption(100, 0, 0),
            Machine.PRIOR,
            Pace.STEADY,
            Instant.EPOCH,
            List.of());
  }

  @Benchmark
  public Trajectory month() {
    return Simulation.run(cluster, MONTH);
  }

  private TableStart table(int number) {
    double rows = Math.pow(10, 2 + number % 6);
    double churn = rows / (86_400 * Math.pow(10, number % 3));
    var arrivals =
        number % queueEvery == 0
            ? new Arrivals(rows / 1000, rows / 1000, 0, 0)
            : new Arrivals(churn / 10, churn / 10, churn, churn);
    double pages = Math.ceil(rows * 100 / BLOCK);
    return new TableStart(
        new RelationKey(DATABASE, 20_000 + number),
        new RelationName("shop", "public", "t" + number),
        RelationKind.TABLE,
        StorageParameters.NONE,
        null,
        arrivals,
        new HeapStart(
            pages,
            rows,
            0,
            100,
            0,
            pages,
            0,
            new RelationSize(rows, (long) pages, 0),
            ChainsSeen.NOTHING,
            HeapDoubt.NONE),
        List.of(new IndexStart("btree", Math.ceil(rows * 20 / BLOCK), 20)),
        Counters.ZERO,
        new FreezeAges(new XidAge(1_000_000L * (number % 190)), XidAge.NONE),
        Optional.empty(),
        Knowledge.WINDOW,
        TablePattern.NONE);
  }
}
