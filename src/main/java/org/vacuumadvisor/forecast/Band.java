package org.vacuumadvisor.forecast;

/// A figure that is not quite known: nine times in ten it is above `low`, nine times in ten below
/// `high`.
public record Band(double low, double likely, double high) {

  /// A figure of which there is no doubt.
  public static Band sure(double value) {
    return new Band(value, value, value);
  }

  public Band times(double factor) {
    return new Band(low * factor, likely * factor, high * factor);
  }
}
