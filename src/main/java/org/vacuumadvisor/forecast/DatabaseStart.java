package org.vacuumadvisor.forecast;

import org.vacuumadvisor.model.FreezeAges;

/// A database that autovacuum visits.
public record DatabaseStart(long oid, String name, FreezeAges ages) {}
