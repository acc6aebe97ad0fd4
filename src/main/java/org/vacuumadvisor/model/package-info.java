/// Facts about one server as immutable records: no opinions, no input or output. What is known of
/// one figure is in `model.reading`, the processes are in `model.session`.
@NullMarked
package org.vacuumadvisor.model;

import org.jspecify.annotations.NullMarked;
