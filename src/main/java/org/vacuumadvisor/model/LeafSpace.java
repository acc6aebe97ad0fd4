package org.vacuumadvisor.model;

import org.vacuumadvisor.unit.Bytes;
import org.vacuumadvisor.unit.Share;

/// What a B-tree's file holds, measured by reading all of it: `pgstatindex`.
///
/// @param file `index_size`
/// @param inner `internal_pages`
/// @param leaves `leaf_pages`
/// @param density `avg_leaf_density`: how full the leaves are
public record LeafSpace(Bytes file, long inner, long leaves, Share density) {}
