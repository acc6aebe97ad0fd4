/// What VACUUM and ANALYZE said about themselves: runs and notices as read from logs and terminals,
/// each with the place where it was read. Figures are as printed, never derived.
@NullMarked
package org.vacuumadvisor.model.run;

import org.jspecify.annotations.NullMarked;
