package org.vacuumadvisor.model.history;

import java.util.List;

/// How much of an input was understood: nothing is dropped in silence.
///
/// @param entries messages about VACUUM and ANALYZE that were seen
/// @param read those of them of which every line was understood
/// @param unknownLines how many lines were not
/// @param examples the first of those lines
/// @param broken the last lines of inputs whose compressed bytes end early or are damaged: what
///   came behind them was not read
public record Understanding(
    long entries, long read, long unknownLines, List<UnknownLine> examples, List<Place> broken) {
  public static final Understanding NONE = new Understanding(0, 0, 0, List.of(), List.of());

  public Understanding {
    examples = List.copyOf(examples);
    broken = List.copyOf(broken);
  }

  /// The same of inputs that broke off there.
  public Understanding brokenAt(List<Place> lines) {
    return new Understanding(entries, read, unknownLines, examples, lines);
  }

  /// A line that stands in a report and is not known to us.
  ///
  /// @param text shortened to a few hundred characters
  public record UnknownLine(Place place, String text) {}
}
