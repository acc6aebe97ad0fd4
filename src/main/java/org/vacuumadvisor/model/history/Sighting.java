package org.vacuumadvisor.model.history;

import java.time.Instant;
import java.util.Optional;
import org.vacuumadvisor.model.run.Place;

/// Where, and as far as it says so when, a log tells of something.
public record Sighting(Place place, Optional<Instant> time) {}
