package org.vacuumadvisor.advice.setting;

import org.vacuumadvisor.diagnosis.Effect;

/// A change of settings, and what it is expected to do.
public record Proposal(SettingChange change, Effect effect) {}
