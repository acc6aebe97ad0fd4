/// What is said of a freeze plan, for people and for programs. Nothing is planned here.
@NullMarked
package org.vacuumadvisor.freeze.report;

import org.jspecify.annotations.NullMarked;
