/// What monitoring systems are told of watched servers: Prometheus by scrape or file, OpenTelemetry
/// by push.
@NullMarked
package org.vacuumadvisor.fleet.metrics;

import org.jspecify.annotations.NullMarked;
