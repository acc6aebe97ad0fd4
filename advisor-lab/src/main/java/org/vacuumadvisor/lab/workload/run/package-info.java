/// Running a workload: its connections, a thread for each client, and what they did. What a client
/// does is in `lab.workload`, which knows nothing of this package.
@NullMarked
package org.vacuumadvisor.lab.workload.run;

import org.jspecify.annotations.NullMarked;
