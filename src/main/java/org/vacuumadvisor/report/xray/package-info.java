/// X-rays of pages as text, SVG and JSON. The one part of the reports that knows pages: an X-ray is
/// no assessment, and needs no survey.
@NullMarked
package org.vacuumadvisor.report.xray;

import org.jspecify.annotations.NullMarked;
