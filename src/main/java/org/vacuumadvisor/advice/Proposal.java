package org.vacuumadvisor.advice;

import org.vacuumadvisor.diagnosis.Effect;

/// A change of settings, and what it is expected to do.
record Proposal(SettingChange change, Effect effect) {}
