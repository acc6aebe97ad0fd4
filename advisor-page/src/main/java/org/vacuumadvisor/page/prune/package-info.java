/// What pruning and the second pass of VACUUM do to a page, after `heap_page_prune()` and
/// `lazy_vacuum_heap_page()`.
@NullMarked
package org.vacuumadvisor.page.prune;

import org.jspecify.annotations.NullMarked;
