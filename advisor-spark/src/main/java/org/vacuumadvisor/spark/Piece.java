package org.vacuumadvisor.spark;

import java.io.Serializable;

/// A part of a log, which one task reads.
///
/// @param cluster its number in the batch
/// @param log its number in the batch
/// @param part of the log
record Piece(int cluster, int log, int part) implements Serializable {}
