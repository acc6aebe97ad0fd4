/// Rules about heaps and indexes that are damaged.
@NullMarked
package org.vacuumadvisor.diagnosis.rule.corruption;

import org.jspecify.annotations.NullMarked;
