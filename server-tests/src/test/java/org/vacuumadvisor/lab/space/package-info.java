/// Estimates of space against what rewriting real tables gives back.
@NullMarked
package org.vacuumadvisor.lab.space;

import org.jspecify.annotations.NullMarked;
