/// What is wrapped around messages, and how it is told apart and taken off: prefixes, csvlog, JSON,
/// syslog, the lines of platforms. No file is opened here.
@NullMarked
package org.vacuumadvisor.source.log.line;

import org.jspecify.annotations.NullMarked;
