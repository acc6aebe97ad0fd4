/// X-rays of pages as text and JSON. An X-ray is no assessment, and needs no survey.
@NullMarked
package org.vacuumadvisor.page.report;

import org.jspecify.annotations.NullMarked;
