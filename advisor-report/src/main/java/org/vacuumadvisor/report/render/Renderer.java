package org.vacuumadvisor.report.render;

import org.vacuumadvisor.report.Report;

/// Gives a report a form. It decides characters; wording, order and what is left out are decided
/// before, in [Report]. Names in a report are data: a renderer makes them harmless for its medium.
public sealed interface Renderer permits TextRenderer, MarkdownRenderer, HtmlRenderer {

  String render(Report report);
}
