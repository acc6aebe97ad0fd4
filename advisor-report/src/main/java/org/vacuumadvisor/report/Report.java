package org.vacuumadvisor.report;

import java.util.List;
import java.util.stream.Stream;

/// What is told about one thing, as parts in their order. A renderer gives it a form.
///
/// @param title what it is about, for a form that has titles
/// @param first what is told at once: the whole report, or the first screen of it
/// @param proof the rest, which forms that can fold do fold
public record Report(String title, List<Part> first, List<Part> proof) {
  public Report {
    first = List.copyOf(first);
    proof = List.copyOf(proof);
  }

  /// A report without folds.
  public Report(String title, List<Part> parts) {
    this(title, parts, List.of());
  }

  /// Parts that speak for themselves.
  public Report(List<Part> parts) {
    this("Vacuum Advisor", parts);
  }

  /// Everything there is to tell, in order.
  public List<Part> parts() {
    return Stream.concat(first.stream(), proof.stream()).toList();
  }
}
