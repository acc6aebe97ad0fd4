/// How a user names a server, in libpq's terms, and how a bounded read-only session to it is
/// opened.
@NullMarked
package org.vacuumadvisor.source.conninfo;

import org.jspecify.annotations.NullMarked;
