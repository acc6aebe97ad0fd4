/// What is said about an assessment, a table and a server at work, and in which order: one class
/// for each section of a report, and the reports that are put together from them. Nothing here
/// knows a form.
@NullMarked
package org.vacuumadvisor.report.assessment;

import org.jspecify.annotations.NullMarked;
