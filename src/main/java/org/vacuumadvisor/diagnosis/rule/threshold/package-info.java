/// Rules about when autovacuum comes to a table: whether it does, at which threshold, and by which
/// statistics.
@NullMarked
package org.vacuumadvisor.diagnosis.rule.threshold;

import org.jspecify.annotations.NullMarked;
