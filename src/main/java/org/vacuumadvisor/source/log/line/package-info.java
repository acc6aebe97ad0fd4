/// What is wrapped around messages, and how it is told apart and taken off: csvlog, JSON, syslog,
/// the lines of platforms, lines out of order; and what stands before the text of a message in its
/// own line, `log_line_prefix` and the word of the severity. No file is opened here.
@NullMarked
package org.vacuumadvisor.source.log.line;

import org.jspecify.annotations.NullMarked;
