package org.vacuumadvisor.report.render;

import org.vacuumadvisor.report.TerminalText;

/// A stretch of text in one ink. This is where every text of a report is made fit for the terminal.
record Span(Ink ink, String text) {
  Span {
    text = TerminalText.escaped(text);
  }

  static Span plain(String text) {
    return new Span(Ink.PLAIN, text);
  }

  int longestWord() {
    return Line.words(text).mapToInt(TerminalText::width).max().orElse(0);
  }

  int width() {
    return TerminalText.width(text);
  }
}
