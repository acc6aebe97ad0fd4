package org.vacuumadvisor.benchmark;

import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.openjdk.jmh.infra.Blackhole;
import org.vacuumadvisor.postgres.AutovacuumState;
import org.vacuumadvisor.postgres.RelationSize;
import org.vacuumadvisor.postgres.VacuumTrigger;
import org.vacuumadvisor.postgres.VacuumTrigger.InsertPart;
import org.vacuumadvisor.unit.XidAge;

/// How long it takes to ask of one table whether autovacuum is due.
///
/// Question: can a simulator ask every table at every visit of a worker? 1 000 tables for 30 days
/// at a naptime of a minute are 43 million questions, so beyond 20 ns the answer is no.
///
/// Run: `java -jar benchmarks/target/benchmarks.jar VacuumTrigger`
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(3)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class VacuumTriggerBenchmark {
  private static final int TABLES = 1_000;
  private static final long SEED = 42;

  /// How the insert threshold counts: 17 and before, or 18 and after.
  @Param InsertPart insertPart;

  private VacuumTrigger trigger;
  private Table[] tables;

  /// A table between two visits of autovacuum.
  private record Table(RelationSize size, long dead, long inserted) {
    static Table random(Random random) {
      var rows = Math.exp(random.nextDouble(18));
      var pages = Math.max(1, (long) (rows / 80));
      return new Table(
          new RelationSize(rows, pages, random.nextLong(pages)),
          (long) (rows * random.nextDouble(0.4)),
          (long) (rows * random.nextDouble(0.4)));
    }
  }

  @Setup
  public void chooseTables() {
    var random = new Random(SEED);
    tables = Stream.generate(() -> Table.random(random)).limit(TABLES).toArray(Table[]::new);
    trigger =
        new VacuumTrigger(
            AutovacuumState.ON,
            50,
            0.2,
            100_000_000,
            1_000,
            0.2,
            insertPart,
            50,
            0.1,
            new XidAge(200_000_000),
            new XidAge(400_000_000));
  }

  @Benchmark
  @OperationsPerInvocation(TABLES)
  public void dueForVacuum(Blackhole hole) {
    for (var table : tables) {
      hole.consume(trigger.dueForVacuum(table.size(), table.dead(), table.inserted()));
    }
  }
}
