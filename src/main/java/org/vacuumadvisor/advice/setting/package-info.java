/// Which value a setting should have: in closed form where PostgreSQL's arithmetic has one, else by
/// a search for changes, as few and as small as will do, that keep the simulated server within its
/// guards. What becomes of it as a recommendation is not decided here.
@NullMarked
package org.vacuumadvisor.advice.setting;

import org.jspecify.annotations.NullMarked;
