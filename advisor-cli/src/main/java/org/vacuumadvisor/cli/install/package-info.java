/// What belongs to an installation: completion, man pages, the start of the window.
@NullMarked
package org.vacuumadvisor.cli.install;

import org.jspecify.annotations.NullMarked;
