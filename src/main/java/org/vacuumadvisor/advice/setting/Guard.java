package org.vacuumadvisor.advice.setting;

import org.vacuumadvisor.diagnosis.Effect;
import org.vacuumadvisor.model.RelationKey;

/// A bound that a simulated figure of a table should keep to.
///
/// @param limit the most that is good
record Guard(Effect.Figure figure, RelationKey table, double limit) {}
