/// The Model Context Protocol: the advisor as tools of an assistant. No tool runs SQL of others,
/// and none changes anything.
@NullMarked
package org.vacuumadvisor.mcp;

import org.jspecify.annotations.NullMarked;
