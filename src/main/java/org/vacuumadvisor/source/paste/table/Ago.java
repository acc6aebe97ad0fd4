package org.vacuumadvisor.source.paste.table;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// Moments that are told by how long ago they were, `3 hours ago`, as monitoring shows them. Which
/// moment that is, only the whole paste tells.
public final class Ago {
  private static final String MARK = "ago:";

  private Ago() {}

  /// The span as a cell holds it until the time of the paste is known.
  static Optional<String> written(String cell) {
    var text = cell.strip();
    int comment = text.indexOf(" (");
    var plain = comment > 0 ? text.substring(0, comment) : text;
    return plain.endsWith(" ago")
        ? Figures.interval(plain).filter(each -> !each.isNegative()).map(each -> MARK + each)
        : Optional.empty();
  }

  /// The moment that a cell holds, in the mapping's spelling.
  ///
  /// @param now the time of the paste
  public static @Nullable String resolved(@Nullable String cell, Instant now) {
    return cell != null && cell.startsWith(MARK)
        ? Figures.canonical(now.minus(Duration.parse(cell.substring(MARK.length()))))
        : cell;
  }
}
