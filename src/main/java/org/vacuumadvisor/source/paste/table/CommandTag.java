package org.vacuumadvisor.source.paste.table;

import java.util.regex.Pattern;

/// What psql prints when a command is over (cmdtaglist.h).
public final class CommandTag {
  private static final Pattern TAG =
      Pattern.compile(
          "SHOW|VACUUM|ANALYZE|SET|RESET|BEGIN|START TRANSACTION|COMMIT|ROLLBACK|SAVEPOINT|DO"
              + "|CHECKPOINT|LOCK TABLE|CLUSTER|REINDEX|REPACK|EXPLAIN|PREPARE TRANSACTION"
              + "|(?:COMMIT|ROLLBACK) PREPARED|TRUNCATE TABLE"
              + "|(?:ALTER|CREATE|DROP) [A-Z ]{3,40}|INSERT [0-9]+ [0-9]+"
              + "|(?:UPDATE|DELETE|SELECT|COPY|MERGE|MOVE|FETCH) [0-9]+");

  private CommandTag() {}

  /// Whether a line is nothing but the tag of a command that was carried out.
  ///
  /// @param line without blanks around it
  public static boolean isOne(String line) {
    return line.length() < 60 && TAG.matcher(line).matches();
  }
}
