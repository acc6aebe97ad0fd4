package org.vacuumadvisor.forecast;

/// A figure that is not quite known: nine times in ten it is above `low`, nine times in ten below
/// `high`.
public record Band(double low, double likely, double high) {}
