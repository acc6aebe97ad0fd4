/// What every report is made of: parts in their order, what is selected, and the words for what the
/// engine says in types. Here nothing decides what a report says about a subject
/// (`report.assessment`, `freeze.report`, `forecast.report`), nor what it looks like
/// (`report.render`).
@NullMarked
package org.vacuumadvisor.report;

import org.jspecify.annotations.NullMarked;
