package org.vacuumadvisor.cli.apply;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.vacuumadvisor.source.conninfo.ConnectionParameters;
import org.vacuumadvisor.source.conninfo.Environment;
import org.vacuumadvisor.source.conninfo.SessionLimits;
import org.vacuumadvisor.source.jdbc.Progress;
import org.vacuumadvisor.source.jdbc.ServerSource;
import org.vacuumadvisor.unit.Bytes;

/// A process that applies a plan, or takes it back, and stands still at a moment: to be killed.
final class ApplyUntilMoment {
  static final String READY = "standing still";

  private ApplyUntilMoment() {}

  /// Runs until it is killed.
  ///
  /// @param arguments plan, address, `true` to take back, and after how many steps of the writer
  public static void main(String... arguments) throws Exception {
    var plan = Path.of(arguments[0]);
    var parameters =
        ConnectionParameters.resolve(
            arguments[1], Map.of(), new Environment(Map.of(), Path.of(""), ""));
    var left = new AtomicInteger(Integer.parseInt(arguments[3]));
    Runnable witness =
        () -> {
          if (left.decrementAndGet() == 0) {
            System.out.println(READY);
            System.out.flush();
            try {
              new CountDownLatch(1).await();
            } catch (InterruptedException gone) {
              throw new IllegalStateException(gone);
            }
          }
        };
    try (var file = PlanInHand.open(plan);
        var look = new ServerLook(ServerSource.of(parameters, SessionLimits.standard()))) {
      var wishes =
          new Application.Wishes(
              Boolean.parseBoolean(arguments[2]),
              true,
              new Guards(file, Bytes.ofGigabytes(1), null),
              Duration.ofMillis(1),
              () -> true,
              Progress.NONE,
              witness);
      var _ = new Application(look, file, wishes, _ -> {}).run();
    }
  }
}
