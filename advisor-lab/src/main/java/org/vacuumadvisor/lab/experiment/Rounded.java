package org.vacuumadvisor.lab.experiment;

import tools.jackson.core.JsonGenerator;

/// Figures in JSON, to three digits after the point, which is finer than anything here is measured.
public final class Rounded {
  private Rounded() {}

  /// A member; null where the figure is not known.
  public static void write(JsonGenerator json, String name, double value) {
    if (Double.isFinite(value)) {
      json.writeNumberProperty(name, Math.rint(value * 1e3) / 1e3);
    } else {
      json.writeNullProperty(name);
    }
  }
}
