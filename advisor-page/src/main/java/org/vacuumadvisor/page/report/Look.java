package org.vacuumadvisor.page.report;

import org.vacuumadvisor.page.xray.Stretch;

/// How a kind of bytes looks in every picture of a page.
///
/// @param begin the character of its first cell in text
/// @param more the character of its further cells
/// @param ink the parameters of the terminal's colour
/// @param fill the colour in SVG
/// @param name what the legend calls it
record Look(String begin, String more, String ink, String fill, String name) {
  static Look of(Stretch.Kind kind) {
    return switch (kind) {
      case HEADER -> new Look("#", "#", "2", "#9aa0a6", "page header");
      case POINTER -> new Look(":", ":", "36", "#7fb3d5", "line pointer to a tuple");
      case REDIRECTED_POINTER -> new Look(">", ">", "1;35", "#a569bd", "redirected line pointer");
      case DEAD_POINTER -> new Look("x", "x", "1;31", "#cb4335", "dead line pointer");
      case UNUSED_POINTER -> new Look("-", "-", "2", "#d5dbdb", "unused line pointer");
      case FREE -> new Look("·", "·", "2", "#ffffff", "free");
      case LIVE -> new Look("▐", "█", "32", "#58b368", "live tuple");
      case DEAD -> new Look("▐", "░", "31", "#e59866", "dead tuple");
      case UNDETERMINED -> new Look("▐", "▒", "33", "#f7dc6f", "tuple, live or dead");
      case GAP -> new Look("_", "_", "2", "#eaeded", "gap");
      case SPECIAL -> new Look("s", "s", "2", "#85929e", "special space");
      case DAMAGED -> new Look("!", "!", "1;31", "#922b21", "damaged");
    };
  }
}
