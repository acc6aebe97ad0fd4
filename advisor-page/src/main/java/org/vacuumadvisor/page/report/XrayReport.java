package org.vacuumadvisor.page.report;

import java.util.Optional;
import org.vacuumadvisor.page.xray.PageXray;
import org.vacuumadvisor.page.xray.RelationXray;

/// All that was found out about one relation. What was not asked for is empty.
///
/// @param name of a file, or of a table; from outside
/// @param incompleteBytes at the end of its files, that are no whole page
public record XrayReport(
    String name, long incompleteBytes, Optional<RelationXray> relation, Optional<PageXray> page) {}
