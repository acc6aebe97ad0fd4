/// Which value a setting should have: in closed form where PostgreSQL's arithmetic has one, else as
/// the simulation finds it. What becomes of it as a recommendation is not decided here.
@NullMarked
package org.vacuumadvisor.advice.setting;

import org.jspecify.annotations.NullMarked;
