/// Connections to servers: those that are remembered, and the one that is open, which is looked at
/// again and again without holding anything on the server in between.
@NullMarked
package org.vacuumadvisor.gui.server;

import org.jspecify.annotations.NullMarked;
