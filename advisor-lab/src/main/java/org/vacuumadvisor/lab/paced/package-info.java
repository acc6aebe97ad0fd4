/// Work written down as SQL in a text file: what tables there are, which statements come how often
/// a second, and of which class each table is. The files that come with the lab are in
/// `org/vacuumadvisor/lab/paced`; [org.vacuumadvisor.lab.paced.ScriptReader] has the format.
///
/// Knows nothing of the advisor's findings, and nothing of experiments.
@NullMarked
package org.vacuumadvisor.lab.paced;

import org.jspecify.annotations.NullMarked;
