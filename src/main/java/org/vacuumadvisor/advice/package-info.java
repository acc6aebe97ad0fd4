/// Findings become recommendations, or refusals with their reason.
@NullMarked
package org.vacuumadvisor.advice;

import org.jspecify.annotations.NullMarked;
