/// The forms of a report for people: a terminal, Markdown, a page of HTML, a script of SQL. They
/// decide characters, and make names harmless; wording and order are decided before.
@NullMarked
package org.vacuumadvisor.report.render;

import org.jspecify.annotations.NullMarked;
