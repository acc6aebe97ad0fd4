/// What is wrong, as every screen shows it: the problems of the assessment, filtered, one of them
/// chosen.
@NullMarked
package org.vacuumadvisor.gui.problem;

import org.jspecify.annotations.NullMarked;
