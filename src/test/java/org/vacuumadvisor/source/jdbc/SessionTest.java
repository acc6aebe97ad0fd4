package org.vacuumadvisor.source.jdbc;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.Test;

class SessionTest {
  /// A server may answer each statement within its limit, and never come to an end.
  @Test
  void givesAConnectionUpOnceItsTimeIsOver() throws InterruptedException {
    var aborted = new CountDownLatch(1);
    var connection =
        (Connection)
            Proxy.newProxyInstance(
                Connection.class.getClassLoader(),
                new Class<?>[] {Connection.class},
                (_, method, _) -> {
                  if (method.getName().equals("abort")) {
                    aborted.countDown();
                  }
                  return null;
                });

    try (var _ = new Session(connection, new ReentrantLock(), Duration.ZERO)) {
      assertTrue(aborted.await(10, TimeUnit.SECONDS));
    }
  }
}
