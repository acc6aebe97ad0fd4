/// What page compaction costs: three ways in Java, two in C, on pages of many shapes.
@NullMarked
package org.vacuumadvisor.benchmark.compaction;

import org.jspecify.annotations.NullMarked;
