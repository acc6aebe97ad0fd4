package org.vacuumadvisor.page;

/// Something on a page that PostgreSQL never writes.
///
/// @param kind which invariant is broken
/// @param linePointer the number of the line pointer it concerns; 0 for the page as a whole
/// @param from the first byte, in bytes from the start of the page, that shows the defect
/// @param to the byte behind the last
/// @param what what is wrong, as a sentence without a place
public record PageDefect(Kind kind, int linePointer, int from, int to, String what) {
  /// The invariants of a heap page.
  public enum Kind {
    /// The page says that it has another size than it has, or another layout than 4.
    SIZE_AND_VERSION,
    /// A flag that no release knows.
    FLAGS,
    /// `pd_lower`, `pd_upper` and `pd_special` do not follow one another.
    POINTERS,
    /// A page that claims to be new holds something.
    NEW_PAGE,
    /// More line pointers than a heap page can have.
    LINE_POINTERS,
    /// A line pointer that contradicts its state, or leaves the page.
    LINE_POINTER,
    /// A redirect that leads nowhere, or to what is no heap-only tuple.
    REDIRECT,
    /// The tuples together are longer than the space there is.
    ITEM_LENGTHS,
    /// Two tuples share bytes.
    OVERLAP,
    /// A tuple whose header contradicts itself.
    TUPLE_HEADER
  }

  @Override
  public String toString() {
    var bytes = "bytes " + from + " to " + to + ": " + what;
    return linePointer == 0 ? bytes : "line pointer " + linePointer + ", " + bytes;
  }
}
