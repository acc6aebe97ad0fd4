/// Rules about locks that stop vacuum, and that vacuum takes.
@NullMarked
package org.vacuumadvisor.diagnosis.rule.lock;

import org.jspecify.annotations.NullMarked;
