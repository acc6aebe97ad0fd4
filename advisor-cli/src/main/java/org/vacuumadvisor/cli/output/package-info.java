/// Where results and messages go: terminal, pager, files, progress bars. Knows no command and no
/// option.
@NullMarked
package org.vacuumadvisor.cli.output;

import org.jspecify.annotations.NullMarked;
