/// Facts about one server as immutable records: no opinions, no input or output.
@NullMarked
package org.vacuumadvisor.model;

import org.jspecify.annotations.NullMarked;
