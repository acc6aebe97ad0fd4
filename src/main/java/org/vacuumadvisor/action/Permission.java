package org.vacuumadvisor.action;

import org.vacuumadvisor.unit.Texts;

/// Whether an action that can hurt may be offered.
public sealed interface Permission {
  /// What is said where it may not.
  Texts WHY = Texts.beside(Permission.class, "permissions.txt", "ask");

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

  /// Forbidden, in the words of `permissions.txt`.
  static Forbidden forbidden(String name, Object... figures) {
    return new Forbidden(WHY.sentence(name, figures));
  }

  static EndsByItself endsByItself(String name, Object... figures) {
    return new EndsByItself(WHY.sentence(name, figures));
  }

  /// What is missing, and what would show it.
  ///
  /// @param figure for the place in what is missing, or in the statement
  static NotShown notShown(String name, Object... figure) {
    var ask = WHY.named(name).first("ask").orElseThrow();
    return new NotShown(WHY.sentence(name, figure), Texts.filled(ask, figure));
  }
}
