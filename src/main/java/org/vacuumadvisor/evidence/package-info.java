/// What is known of a server, whatever it was learned from, and what is not known; of a server that
/// is looked at now, the holders, the sessions and the vacuums at work.
@NullMarked
package org.vacuumadvisor.evidence;

import org.jspecify.annotations.NullMarked;
