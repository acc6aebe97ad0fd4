/// Rules about autovacuum at work: workers that lack, cost delays, passes over indexes, pages
/// skipped.
@NullMarked
package org.vacuumadvisor.diagnosis.rule.worker;

import org.jspecify.annotations.NullMarked;
