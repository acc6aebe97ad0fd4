package org.vacuumadvisor.model;

/// A column of a table, with what ANALYZE knows of it; for estimates of space.
///
/// @param number `attnum`
/// @param type the type's name
/// @param length `attlen`: bytes, or -1 for a type of varying length
/// @param alignment `attalign`: `c`, `s`, `i` or `d`
/// @param dropped whether the column was dropped: old rows still hold it
/// @param averageWidth bytes stored: `attlen`, else `avg_width`
/// @param nullShare `null_frac`
/// @param distinct `n_distinct`: a count, or a negative share of the rows
public record Column(
    int number,
    String type,
    int length,
    String alignment,
    boolean dropped,
    Reading<Integer> averageWidth,
    Reading<Double> nullShare,
    Reading<Double> distinct) {}
