package org.vacuumadvisor.page.xray;

import java.util.List;

/// What the pages of a relation hold.
///
/// @param pageSize in bytes
/// @param firstBlock the number of its first block; not 0 where only a later segment was read
/// @param slices of parts of the relation, in order, each of about as many pages as the others
public record RelationXray(int pageSize, long firstBlock, List<Census> slices) {
  public RelationXray {
    slices = List.copyOf(slices);
  }

  /// Of all pages.
  public Census total() {
    return slices.stream().reduce(Census.EMPTY, Census::plus);
  }
}
