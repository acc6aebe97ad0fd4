package org.vacuumadvisor.cli.lab;

import java.io.InterruptedIOException;
import java.nio.channels.ClosedByInterruptException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.vacuumadvisor.lab.server.ServerException;
import org.vacuumadvisor.lab.workload.WorkloadException;
import org.vacuumadvisor.source.SourceException;

/// Turns Ctrl-C into an interrupt of the thread at work, and gives it time to clean up.
final class DemoInterrupt implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final Thread working = Thread.currentThread();
  private final CountDownLatch done = new CountDownLatch(1);
  private final Thread hook = new Thread(this::interrupt, "vacuum-advisor-demo-interrupt");

  DemoInterrupt() {
    Runtime.getRuntime().addShutdownHook(hook);
  }

  /// What starts servers, and takes them away again.
  interface Task {
    void run() throws SourceException, SQLException, WorkloadException, InterruptedException;
  }

  /// Runs it; where it is interrupted, that is said, and all is well.
  ///
  /// @param what it is, in a word
  static void guard(String what, DemoStory story, Task task) throws SourceException {
    try (var _ = new DemoInterrupt()) {
      try {
        task.run();
      } catch (InterruptedException
          | ServerException
          | WorkloadException
          | SQLException
          | SourceException failure) {
        if (!explains(failure)) {
          throw new SourceException(
              "The %s failed: %s".formatted(what, failure.getMessage()), failure);
        }
        story.tell("Stopped. What was started is gone, with its data.");
      }
    }
  }

  /// Whether a failure is what an interrupt looks like from below.
  private static boolean explains(Exception failure) {
    return Thread.currentThread().isInterrupted()
        || Stream.<Throwable>iterate(failure, Objects::nonNull, Throwable::getCause)
            .anyMatch(each ->
                each instanceof InterruptedException
                    || each instanceof InterruptedIOException
                    || each instanceof ClosedByInterruptException);
  }

  private void interrupt() {
    working.interrupt();
    try {
      var _ = done.await(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }

  @Override
  public void close() {
    done.countDown();
    try {
      var _ = Runtime.getRuntime().removeShutdownHook(hook);
    } catch (IllegalStateException exiting) {
      // It has been called: the hook is what brought us here.
      return;
    }
  }
}
