/// What vacuuming is at right now: the vacuums at work, and which tables come next and why.
@NullMarked
package org.vacuumadvisor.live;

import org.jspecify.annotations.NullMarked;
