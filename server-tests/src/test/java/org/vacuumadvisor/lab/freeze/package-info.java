/// Freeze plans, held against the real `vacuumdb` and the real autovacuum.
@NullMarked
package org.vacuumadvisor.lab.freeze;

import org.jspecify.annotations.NullMarked;
