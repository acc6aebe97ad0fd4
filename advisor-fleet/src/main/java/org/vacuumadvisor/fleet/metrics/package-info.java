/// What monitoring systems are told of watched servers: Prometheus by scrape or file.
@NullMarked
package org.vacuumadvisor.fleet.metrics;

import org.jspecify.annotations.NullMarked;
