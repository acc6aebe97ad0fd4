package org.vacuumadvisor.fleet.watch;

import java.util.concurrent.Semaphore;

/// Bounds how many servers are looked at at once. Servers that failed the last time have few places
/// of their own: while they make others wait for a timeout, no healthy one stands in their queue.
final class Turns {
  private final Semaphore healthy;
  private final Semaphore failing;

  Turns(int atOnce) {
    healthy = new Semaphore(atOnce);
    failing = new Semaphore(Math.max(1, atOnce / 4));
  }

  /// A place, until it is closed.
  interface Turn extends AutoCloseable {
    @Override
    void close();
  }

  Turn take(boolean hasFailed) throws InterruptedException {
    var places = hasFailed ? failing : healthy;
    places.acquire();
    return places::release;
  }
}
