package org.vacuumadvisor.page.prune;

/// What pruning did to the line pointers of a page.
///
/// @param redirected now lead to the tuple that is left of their HOT chain
/// @param dead lost their tuple, but index entries may name them
/// @param unused are free: no index entry ever named them
public record Pruned(int redirected, int dead, int unused) {
  /// Whether anything was removed.
  public boolean isAny() {
    return redirected + dead + unused > 0;
  }
}
