package org.vacuumadvisor.cli.lab;

import java.io.InterruptedIOException;
import java.nio.channels.ClosedByInterruptException;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/// Turns Ctrl-C into an interrupt of the thread at work, and gives it time to clean up.
final class DemoInterrupt implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  private final Thread working = Thread.currentThread();
  private final CountDownLatch done = new CountDownLatch(1);
  private final Thread hook = new Thread(this::interrupt, "vacuum-advisor-demo-interrupt");

  DemoInterrupt() {
    Runtime.getRuntime().addShutdownHook(hook);
  }

  /// Whether a failure is what an interrupt looks like from below.
  static boolean explains(Exception failure) {
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
