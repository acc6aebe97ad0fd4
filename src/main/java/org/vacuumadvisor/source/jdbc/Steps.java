package org.vacuumadvisor.source.jdbc;

/// Counts the steps of a visit for whoever watches; several sessions may be at it.
final class Steps {
  private final Progress progress;
  private int done;
  private int expected;

  Steps(Progress progress) {
    this.progress = progress;
  }

  synchronized void expect(int more) {
    expected += more;
  }

  synchronized void next(String what) {
    progress.step("reading " + what, done++, expected);
  }

  synchronized void done() {
    progress.step("read", expected, expected);
  }
}
