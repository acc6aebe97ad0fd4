/// Experiments: their arithmetic, and one that is too short to prove anything.
@NullMarked
package org.vacuumadvisor.lab.experiment;

import org.jspecify.annotations.NullMarked;
