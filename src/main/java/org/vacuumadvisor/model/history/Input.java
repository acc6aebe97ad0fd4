package org.vacuumadvisor.model.history;

/// One file or stream that was read.
///
/// @param number its place in the order of reading, from 0
/// @param name what the user calls it: a path as given, or `-` for standard input
public record Input(int number, String name) {}
