package org.vacuumadvisor.model.history;

/// Time spent, in seconds, cut (not rounded) to hundredths by PostgreSQL.
public record Cpu(double user, double system, double elapsed) {}
