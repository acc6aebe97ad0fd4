/// Disposable PostgreSQL servers: real ones, of a chosen release, that always clean up.
@NullMarked
package org.vacuumadvisor.lab.server;

import org.jspecify.annotations.NullMarked;
