/// What an assessment says to people: parts in their order, and the renderers that give them a
/// form.
@NullMarked
package org.vacuumadvisor.report;

import org.jspecify.annotations.NullMarked;
