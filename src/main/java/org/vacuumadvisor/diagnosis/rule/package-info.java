/// One package-private class a rule, and the list of them.
@NullMarked
package org.vacuumadvisor.diagnosis.rule;

import org.jspecify.annotations.NullMarked;
