/// How fast transaction and multixact IDs are used, by surveys and by logs.
@NullMarked
package org.vacuumadvisor.freeze.rate;

import org.jspecify.annotations.NullMarked;
