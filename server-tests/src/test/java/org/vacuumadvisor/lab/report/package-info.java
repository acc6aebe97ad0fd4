/// Reports about real servers: scripts that run, pages that open.
@NullMarked
package org.vacuumadvisor.lab.report;

import org.jspecify.annotations.NullMarked;
