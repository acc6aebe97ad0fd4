package org.vacuumadvisor.model.run;

import java.util.List;

/// How much of an input was understood: nothing is dropped in silence.
///
/// @param entries messages about VACUUM and ANALYZE that were seen
/// @param read those of them of which every line was understood
/// @param unknownLines how many lines were not
/// @param examples the first of those lines
public record Understanding(
    long entries, long read, long unknownLines, List<UnknownLine> examples) {
  public static final Understanding NONE = new Understanding(0, 0, 0, List.of());

  public Understanding {
    examples = List.copyOf(examples);
  }

  /// A line that stands in a report and is not known to us.
  ///
  /// @param text shortened to a few hundred characters
  public record UnknownLine(Place place, String text) {}
}
