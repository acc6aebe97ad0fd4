/// Server logs and the output of psql: containers find the messages in them, the grammar reads what
/// VACUUM and ANALYZE say.
@NullMarked
package org.vacuumadvisor.source.log;

import org.jspecify.annotations.NullMarked;
