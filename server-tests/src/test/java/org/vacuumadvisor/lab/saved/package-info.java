/// Surveys of real servers, saved and read again.
@NullMarked
package org.vacuumadvisor.lab.saved;

import org.jspecify.annotations.NullMarked;
