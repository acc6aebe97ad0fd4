/// How far off the simulator is, found out on runs that really happened: the last of them are
/// hidden from it, and it has to foresee them.
@NullMarked
package org.vacuumadvisor.forecast.backtest;

import org.jspecify.annotations.NullMarked;
