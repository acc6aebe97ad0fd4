package org.vacuumadvisor.gui.work;

/// How a job tells how far it is, and hears that it is no longer wanted. May be called often and
/// from any thread.
public interface Steps {
  /// Whether the result is still wanted.
  boolean goOn();

  /// How much is done.
  ///
  /// @param share 0 to 1; negative where that is not known
  void done(double share);

  /// What is being done: "Reading postgresql.log".
  void say(String what);
}
