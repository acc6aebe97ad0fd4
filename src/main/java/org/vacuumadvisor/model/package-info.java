/// Facts about one server as immutable records: no opinions, no input or output. A figure is a
/// `Reading` under a `Key`: its value or why it is missing, and where it was read.
@NullMarked
package org.vacuumadvisor.model;

import org.jspecify.annotations.NullMarked;
