package org.vacuumadvisor.verify;

/// An option that no longer earns its keep.
///
/// @param what the option as it stands
/// @param why a sentence
/// @param reset the statement that takes it away
public record Leftover(String what, String why, String reset) {}
