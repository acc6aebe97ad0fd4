package org.vacuumadvisor.source.log.message;

import org.vacuumadvisor.source.log.template.Grammar;

/// What a line of a `CONTEXT` says about where VACUUM was: from 13, innermost first.
enum ContextLine {
  SCANNING,
  VACUUMING,
  VACUUMING_INDEX,
  CLEANING_INDEX,
  TRUNCATING,
  AUTOMATIC_VACUUM,
  AUTOMATIC_ANALYZE,
  /// From 19, of damage.
  PAGE;

  static final Grammar<ContextLine> GRAMMAR =
      Grammar.read(ContextLine.class, "contexts.txt", ContextLine::valueOf);
}
