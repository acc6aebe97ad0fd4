package org.vacuumadvisor.page.xray;

/// A stretch of bytes of a page, as a picture of it shows them. A picture is a list of them that
/// covers the page: whoever draws one needs to know nothing else.
///
/// @param from its first byte
/// @param to the byte behind its last
/// @param pointer the number of the line pointer that it is, or that leads to it; 0 if none does
public record Stretch(Kind kind, int from, int to, int pointer) {
  /// What the bytes are.
  public enum Kind {
    HEADER,
    POINTER,
    REDIRECTED_POINTER,
    DEAD_POINTER,
    UNUSED_POINTER,
    FREE,
    LIVE,
    DEAD,
    UNDETERMINED,
    /// Between tuples, and nobody's.
    GAP,
    SPECIAL,
    DAMAGED
  }

  Stretch(Kind kind, int from, int to) {
    this(kind, from, to, 0);
  }
}
