package org.vacuumadvisor.page.xray;

import java.util.List;

/// What came of looking for damage in a relation.
///
/// @param pages that were looked at
/// @param checksums what its pages tell about checksums
/// @param damaged how many blocks are damaged
/// @param examples the first of them, in order
public record Verification(
    long pages, Checksums checksums, long damaged, List<DamagedBlock> examples) {
  public Verification {
    examples = List.copyOf(examples);
  }

  /// Pages by their checksum; new pages have none and are not counted.
  ///
  /// @param right pages whose checksum is that of their bytes
  /// @param wrong pages with another one
  /// @param none pages without one: 0, which a cluster with checksums never writes
  public record Checksums(long right, long wrong, long none) {
    /// Whether the cluster writes checksums, as far as a relation can tell.
    public boolean areInUse() {
      return right > none;
    }
  }
}
