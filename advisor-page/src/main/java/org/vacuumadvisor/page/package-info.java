/// Heap pages byte by byte: what is on them, whether they are sound, and how pruning and compaction
/// change them, as `bufpage.c` and `pruneheap.c` do it. Knows releases; never a server.
@NullMarked
package org.vacuumadvisor.page;

import org.jspecify.annotations.NullMarked;
