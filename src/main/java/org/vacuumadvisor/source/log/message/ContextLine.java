package org.vacuumadvisor.source.log.message;

import static org.vacuumadvisor.source.log.template.Form.whole;

import java.util.List;
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

  private static final String PLACE =
      "[block {BLOCK} [<and |>offset {OFFSET} ]of ]relation \"{QUALIFIED}\"";

  static final Grammar<ContextLine> GRAMMAR =
      new Grammar<>(
          List.of(
              whole(SCANNING, "while scanning " + PLACE),
              whole(
                  VACUUMING_INDEX, "while vacuuming index \"{INDEX}\" of relation \"{QUALIFIED}\""),
              whole(VACUUMING, "while vacuuming " + PLACE),
              whole(
                  CLEANING_INDEX,
                  "while cleaning up index \"{INDEX}\" of relation \"{QUALIFIED}\""),
              whole(TRUNCATING, "while truncating relation \"{QUALIFIED}\" to {BLOCK} block[s]"),
              whole(AUTOMATIC_VACUUM, "automatic vacuum of table \"{QUALIFIED}\""),
              whole(AUTOMATIC_ANALYZE, "automatic analyze of table \"{QUALIFIED}\""),
              whole(PAGE, "relation \"{TABLE}\", page {BLOCK}[, tuple {OFFSET}]")));
}
