package org.vacuumadvisor.diagnosis.rule;

import org.vacuumadvisor.diagnosis.MessageRule;

/// An index does not hold what it must.
public final class CorruptIndex extends MessageRule {}
