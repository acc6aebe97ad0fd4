package org.vacuumadvisor.diagnosis.rule;

import java.util.stream.Collectors;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Remedy;

/// What a finding says somebody should do, in its own sentences.
public final class Acts {
  private Acts() {}

  public static String of(Finding finding) {
    return finding.remedies().stream()
        .filter(Remedy.Act.class::isInstance)
        .map(Remedy.Act.class::cast)
        .map(each -> each.what() + " " + each.more())
        .collect(Collectors.joining("\n"));
  }
}
