package org.vacuumadvisor.lab.promise;

import java.util.List;
import java.util.Optional;
import org.vacuumadvisor.diagnosis.Condition;
import org.vacuumadvisor.lab.paced.Script;
import org.vacuumadvisor.postgres.Release;

/// One workload on one release: what was said of it, what was followed, and what came of it.
///
/// @param condition how the advisor judged the server before anything was followed
/// @param promises what was followed
/// @param findings ids, the leading one first
/// @param notFollowed titles of what is no statement, or only asks the server
/// @param refused what the advisor withheld, and why
/// @param control what the server that did not follow did after the other had followed
/// @param followed what the other one did meanwhile
/// @param classes what its tables and the database were taken for
/// @param again the same on two more servers; there if something got worse the first time
public record Following(
    Script script,
    Release release,
    Condition condition,
    List<String> findings,
    List<Promise> promises,
    List<String> notFollowed,
    List<String> refused,
    Measured control,
    Measured followed,
    List<Classified> classes,
    Optional<Following> again) {
  public Following {
    promises = List.copyOf(promises);
    notFollowed = List.copyOf(notFollowed);
    findings = List.copyOf(findings);
    refused = List.copyOf(refused);
    classes = List.copyOf(classes);
  }

  /// The server that followed, in relation to the other.
  public Contrast contrast() {
    return new Contrast(followed, control);
  }

  /// The same with a second trial beside it.
  Following repeated(Following second) {
    return new Following(
        script,
        release,
        condition,
        findings,
        promises,
        notFollowed,
        refused,
        control,
        followed,
        classes,
        Optional.of(second));
  }

  /// What was worse for the application on the server that followed.
  List<Contrast.Worse> worse() {
    return contrast().worse();
  }

  /// What got worse for the application by what was followed, in words: it was worse in both
  /// trials. Empty where nothing was.
  public Optional<String> harm() {
    return promises.isEmpty()
        ? Optional.empty()
        : worse().stream().filter(this::isConfirmed).map(Contrast.Worse::sentence).findFirst();
  }

  private boolean isConfirmed(Contrast.Worse first) {
    return again
        .map(second ->
            second.worse().stream()
                .map(Contrast.Worse::what)
                .anyMatch(each -> each.equals(first.what())))
        .orElse(true);
  }
}
