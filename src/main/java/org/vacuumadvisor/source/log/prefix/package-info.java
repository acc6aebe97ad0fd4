/// What stands before the text of a message in its own line, `log_line_prefix` and the word of the
/// severity, and how it is recognised without being told. What others wrap around the line (syslog,
/// JSON, platforms) is in `source.log.line`.
@NullMarked
package org.vacuumadvisor.source.log.prefix;

import org.jspecify.annotations.NullMarked;
