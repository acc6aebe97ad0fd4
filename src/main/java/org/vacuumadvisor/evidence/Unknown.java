package org.vacuumadvisor.evidence;

/// Ends a rule that needs a figure nobody knows: what is missing is in the record of what it asked
/// for. It never leaves [TableEvidence#judge].
final class Unknown extends RuntimeException {
  private static final long serialVersionUID = 1;

  /// It is thrown for a hundred thousand tables: without a stack trace.
  Unknown() {
    super("a figure is not known", null, false, false);
  }
}
