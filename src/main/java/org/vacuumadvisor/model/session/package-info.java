/// The server's processes as `pg_stat_activity` and `pg_stat_progress_vacuum` show them. What they
/// keep others from doing, locks and the oldest xmin, is in `model`.
@NullMarked
package org.vacuumadvisor.model.session;

import org.jspecify.annotations.NullMarked;
