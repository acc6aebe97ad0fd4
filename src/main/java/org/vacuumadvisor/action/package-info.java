/// Actions that can hurt, and what must be shown before one of them is offered: the only place that
/// writes SQL to end a session, finish a prepared transaction or drop a slot.
@NullMarked
package org.vacuumadvisor.action;

import org.jspecify.annotations.NullMarked;
