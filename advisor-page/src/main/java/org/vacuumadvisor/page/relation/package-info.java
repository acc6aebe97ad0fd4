/// Where pages come from: the files of a relation, without a server (a copy, a base backup, a data
/// directory), or a server's extension `pageinspect`.
@NullMarked
package org.vacuumadvisor.page.relation;

import org.jspecify.annotations.NullMarked;
