/// Pages as real servers leave them, compared byte by byte with what the engine makes of them.
@NullMarked
package org.vacuumadvisor.lab.page;

import org.jspecify.annotations.NullMarked;
