package org.vacuumadvisor.model.history;

/// Takes what was read, one by one, while reading goes on: a log may be larger than memory.
///
/// Runs come in the order of their places among runs, notices among notices. A run that stays open
/// while thousands of others end is handed over late rather than holding them all; then it comes
/// out of order. Calls come from one thread. Who wants nothing but notices leaves out the runs.
public interface RunSink {
  /// A run is over, or the input is.
  default void run(Run run) {}

  /// There is something to tell.
  void notice(Notice notice);
}
