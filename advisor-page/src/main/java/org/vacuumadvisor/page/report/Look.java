package org.vacuumadvisor.page.report;

import org.vacuumadvisor.page.xray.Stretch;

/// How a kind of bytes looks in the picture of a page in text.
///
/// @param begin the character of its first cell in text
/// @param more the character of its further cells
/// @param ink the parameters of the terminal's colour
/// @param name what the legend calls it
record Look(String begin, String more, String ink, String name) {
  static Look of(Stretch.Kind kind) {
    return switch (kind) {
      case HEADER -> new Look("#", "#", "2", "page header");
      case POINTER -> new Look(":", ":", "36", "line pointer to a tuple");
      case REDIRECTED_POINTER -> new Look(">", ">", "1;35", "redirected line pointer");
      case DEAD_POINTER -> new Look("x", "x", "1;31", "dead line pointer");
      case UNUSED_POINTER -> new Look("-", "-", "2", "unused line pointer");
      case FREE -> new Look("·", "·", "2", "free");
      case LIVE -> new Look("▐", "█", "32", "live tuple");
      case DEAD -> new Look("▐", "░", "31", "dead tuple");
      case UNDETERMINED -> new Look("▐", "▒", "33", "tuple, live or dead");
      case GAP -> new Look("_", "_", "2", "gap");
      case SPECIAL -> new Look("s", "s", "2", "special space");
      case DAMAGED -> new Look("!", "!", "1;31", "damaged");
    };
  }
}
