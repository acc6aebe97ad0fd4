package org.vacuumadvisor.gui.chart;

/// Where in a field the lines are drawn, in pixels.
record Frame(double left, double top, double right, double bottom) {
  /// @param share of the way from left to right
  double x(double share) {
    return left + share * Math.max(0, right - left);
  }

  /// @param share of the way from bottom to top
  double y(double share) {
    return bottom - share * Math.max(0, bottom - top);
  }

  /// How far from left to right a pixel is, from 0 to 1.
  double share(double x) {
    return right > left ? Math.clamp((x - left) / (right - left), 0, 1) : 0;
  }
}
