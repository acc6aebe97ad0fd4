/// Benchmarks: each asks one question, and says what answer would matter.
@NullMarked
package org.vacuumadvisor.benchmark;

import org.jspecify.annotations.NullMarked;
