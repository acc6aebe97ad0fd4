/// What recommendations promise, and what comes of it: workloads written down as SQL run on two
/// servers side by side, one of which follows what the advisor says of it.
@NullMarked
package org.vacuumadvisor.lab.promise;

import org.jspecify.annotations.NullMarked;
