package org.vacuumadvisor.report.render;

import java.util.Locale;
import org.vacuumadvisor.report.TerminalText;

/// HTML being written: elements with attributes, and text that cannot be taken for markup.
final class Html {
  private final StringBuilder out = new StringBuilder();

  Html raw(String markup) {
    out.append(markup);
    return this;
  }

  Html text(String text) {
    out.append(escaped(text));
    return this;
  }

  /// An element that holds only text. `tag` may have attributes of ours.
  Html element(String tag, String text) {
    int end = tag.indexOf(' ');
    return raw("<" + tag + ">")
        .text(text)
        .raw("</" + (end < 0 ? tag : tag.substring(0, end)) + ">");
  }

  Html line() {
    out.append('\n');
    return this;
  }

  /// The text with what HTML reads as markup, and what cannot be seen, made visible.
  static String escaped(String text) {
    var shown = TerminalText.escaped(text);
    var safe = new StringBuilder(shown.length() + 16);
    for (int at = 0; at < shown.length(); at++) {
      char each = shown.charAt(at);
      switch (each) {
        case '&' -> safe.append("&amp;");
        case '<' -> safe.append("&lt;");
        case '>' -> safe.append("&gt;");
        case '"' -> safe.append("&quot;");
        case '\'' -> safe.append("&#39;");
        default -> safe.append(each);
      }
    }
    return safe.toString();
  }

  /// A number as attributes take it: two decimals at most.
  static String number(double number) {
    var text = String.format(Locale.ROOT, "%.2f", number);
    return text.replaceAll("\\.?0+$", "");
  }

  @Override
  public String toString() {
    return out.toString();
  }
}
