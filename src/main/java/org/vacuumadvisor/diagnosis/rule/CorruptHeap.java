package org.vacuumadvisor.diagnosis.rule;

import org.vacuumadvisor.diagnosis.MessageRule;

/// A vacuum met a table, or a file of the server, that does not hold what it must; or it took a
/// page into use that was added to the file and never written, of which PostgreSQL says nothing
/// from 12 on.
public final class CorruptHeap extends MessageRule {}
