package org.vacuumadvisor.lab.experiment;

/// What became of a bar.
///
/// @param bar what was asked for
/// @param measured what was seen, with its spread
/// @param reached whether it was
public record Verdict(String bar, String measured, boolean reached) {}
