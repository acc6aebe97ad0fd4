/// Relations read from their files, without a server: a copy, a base backup, a data directory.
@NullMarked
package org.vacuumadvisor.source.relation;

import org.jspecify.annotations.NullMarked;
