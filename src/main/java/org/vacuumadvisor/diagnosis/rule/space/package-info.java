/// Rules about the space of heaps, indexes and TOAST tables, and about what makes it grow.
@NullMarked
package org.vacuumadvisor.diagnosis.rule.space;

import org.jspecify.annotations.NullMarked;
