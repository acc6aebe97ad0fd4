package org.vacuumadvisor.diagnosis.rule;

import org.vacuumadvisor.diagnosis.MessageRule;

/// A vacuum met an index that does not hold what it must.
public final class CorruptIndex extends MessageRule {}
