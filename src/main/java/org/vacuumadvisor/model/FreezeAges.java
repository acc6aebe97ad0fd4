package org.vacuumadvisor.model;

import org.vacuumadvisor.unit.XidAge;

/// How far a relation or a database is behind in freezing.
///
/// @param xid `age(relfrozenxid)` or `age(datfrozenxid)`
/// @param multixact `mxid_age(relminmxid)` or `mxid_age(datminmxid)`, in multixact IDs
public record FreezeAges(XidAge xid, long multixact) {}
