/// Lines over time, drawn.
@NullMarked
package org.vacuumadvisor.gui.chart;

import org.jspecify.annotations.NullMarked;
