package org.vacuumadvisor.gui.work;

import java.time.Instant;

/// The server that was looked at cannot be reached any more: what is shown of it is old.
///
/// @param last when it was seen last
/// @param sentence why it cannot be reached
public record Stale(Origin origin, Instant last, String sentence) {}
