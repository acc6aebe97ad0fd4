package org.vacuumadvisor.model;

import org.vacuumadvisor.unit.Bytes;
import org.vacuumadvisor.unit.Pages;

/// How large a table is, for tests.
public record Extent(
    Reading<Pages> pages,
    Reading<Double> rows,
    Reading<Pages> allVisible,
    Reading<Pages> allFrozen,
    Reading<Bytes> onDisk) {}
