package org.vacuumadvisor.gui.work;

import java.time.Instant;
import org.vacuumadvisor.advice.Assessment;

/// What is open: an assessment, where it came from, and when it was made.
public record Opened(Origin origin, Assessment assessment, Instant at) {}
