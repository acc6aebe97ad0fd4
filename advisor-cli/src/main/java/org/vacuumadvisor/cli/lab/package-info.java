/// The demo and the lab. Only they know the lab, so that a distribution can leave it out.
@NullMarked
package org.vacuumadvisor.cli.lab;

import org.jspecify.annotations.NullMarked;
