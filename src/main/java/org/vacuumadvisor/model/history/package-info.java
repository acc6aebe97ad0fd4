/// A run, an index pass, a report: records as a log tells them. And what many of them amount to,
/// table by table and over time, in bounded memory: a log may hold millions of runs. Facts, no
/// opinions.
@NullMarked
package org.vacuumadvisor.model.history;

import org.jspecify.annotations.NullMarked;
