/// What is known of a server, whatever it was learned from, and what is not known.
@NullMarked
package org.vacuumadvisor.evidence;

import org.jspecify.annotations.NullMarked;
