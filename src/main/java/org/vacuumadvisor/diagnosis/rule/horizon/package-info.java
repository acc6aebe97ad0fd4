/// Rules about who keeps dead rows from being removed: transactions, prepared transactions, slots
/// and standbys. One class for each finding, and what they share.
@NullMarked
package org.vacuumadvisor.diagnosis.rule.horizon;

import org.jspecify.annotations.NullMarked;
