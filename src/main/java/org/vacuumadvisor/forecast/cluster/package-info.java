/// What a simulation starts from: the state, load and machine of a server, read from surveys and
/// logs. Time does not pass here.
@NullMarked
package org.vacuumadvisor.forecast.cluster;

import org.jspecify.annotations.NullMarked;
