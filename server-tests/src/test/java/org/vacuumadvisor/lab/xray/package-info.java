/// X-rays of pages against the servers that wrote them.
@NullMarked
package org.vacuumadvisor.lab.xray;

import org.jspecify.annotations.NullMarked;
