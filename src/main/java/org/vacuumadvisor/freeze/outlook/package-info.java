/// When tables and databases reach the ages at which something happens (forced vacuums, failsafe,
/// warnings, the stop of writes) if nobody freezes them, and what freezing them would take. Nothing
/// is planned here.
@NullMarked
package org.vacuumadvisor.freeze.outlook;

import org.jspecify.annotations.NullMarked;
