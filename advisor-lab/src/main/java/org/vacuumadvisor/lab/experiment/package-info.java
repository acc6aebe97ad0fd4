/// Experiments on real servers: the same work under the defaults, under the settings that experts
/// published, and under what the advisor recommends.
///
/// A [org.vacuumadvisor.lab.experiment.Study] says what is compared, a
/// [org.vacuumadvisor.lab.experiment.Plan] how long and how often, an
/// [org.vacuumadvisor.lab.experiment.Experiment] does it, and
/// [org.vacuumadvisor.lab.experiment.Results] hold what was measured.
@NullMarked
package org.vacuumadvisor.lab.experiment;

import org.jspecify.annotations.NullMarked;
