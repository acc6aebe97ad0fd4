package org.vacuumadvisor.diagnosis;

/// A limit that figures are held against, said once: it compares and it proves.
///
/// @param label what a figure is on its wrong side: `low`
/// @param provenance where it comes from
/// @param ground what it follows from
public record Limit<T extends Comparable<? super T>>(
    T value, String label, Provenance provenance, String ground) {

  /// Common practice, and who holds to it.
  public static <T extends Comparable<? super T>> Limit<T> convention(
      T value, String label, String ground) {
    return new Limit<>(value, label, Provenance.CONVENTION, ground);
  }

  /// Our choice, and what it follows from.
  public static <T extends Comparable<? super T>> Limit<T> chosen(
      T value, String label, String ground) {
    return new Limit<>(value, label, Provenance.CHOSEN, ground);
  }

  /// Whether the figure is at the limit or above.
  public boolean isReachedBy(T figure) {
    return figure.compareTo(value) >= 0;
  }

  /// The limit as a part of a finding's proof.
  public Fact fact() {
    return Fact.limit(label, value, provenance, ground);
  }
}
