/// The rules' eyes for logs: what runs and notices prove that no counter shows. A rule here and one
/// in `rule` may speak of the same thing under one id; their words are then made one finding.
@NullMarked
package org.vacuumadvisor.diagnosis.logged;

import org.jspecify.annotations.NullMarked;
