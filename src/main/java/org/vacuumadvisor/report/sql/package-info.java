/// An assessment as a script for psql, in stages. It writes down the statements of recommendations
/// and makes none of its own.
@NullMarked
package org.vacuumadvisor.report.sql;

import org.jspecify.annotations.NullMarked;
