/// The results of an experiment told: for people, and as JSON for programs. Nothing is measured
/// here.
@NullMarked
package org.vacuumadvisor.lab.experiment.report;

import org.jspecify.annotations.NullMarked;
