package org.vacuumadvisor.action;

/// Whether an action that can hurt may be offered.
public sealed interface Permission {

  /// It may.
  ///
  /// @param sql does nothing if what was seen has changed since
  record Granted(String sql) implements Permission {}

  /// It is not needed: what is in the way ends by itself.
  ///
  /// @param what a clause: "a dump or backup ends when it is done"
  record EndsByItself(String what) implements Permission {}

  /// It must not be.
  ///
  /// @param why a sentence without a full stop
  record Forbidden(String why) implements Permission {}

  /// What it depends on is not shown.
  ///
  /// @param what a sentence without a full stop
  /// @param ask the statement that shows it, or lets it be seen
  record NotShown(String what, String ask) implements Permission {}
}
