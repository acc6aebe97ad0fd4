/// What is wrapped around messages, and how it is told apart and taken off: csvlog, JSON, syslog,
/// the lines of platforms, lines out of order. The prefix of a line is in `source.log.prefix`. No
/// file is opened here.
@NullMarked
package org.vacuumadvisor.source.log.line;

import org.jspecify.annotations.NullMarked;
