package org.vacuumadvisor.source.jdbc;

/// Told what is going on, so that a user can be told. Calls may come from several threads, one at a
/// time.
@FunctionalInterface
public interface Progress {
  /// For those who do not want to know.
  Progress NONE = (_, _, _) -> {};

  /// A step begins.
  ///
  /// @param what what is being done: "reading the tables of shop"
  /// @param done how many steps are behind us, or seconds while we wait
  /// @param of how many there are in all, as far as known by now
  void step(String what, long done, long of);
}
