package org.vacuumadvisor.source.jdbc;

import java.time.Duration;
import org.vacuumadvisor.unit.Bytes;

/// How much reading whole files may cost.
///
/// @param time how long it may take in all
/// @param size how much may be read in all
public record Budget(Duration time, Bytes size) {}
