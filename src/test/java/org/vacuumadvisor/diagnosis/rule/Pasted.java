package org.vacuumadvisor.diagnosis.rule;

import java.util.List;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Rule;
import org.vacuumadvisor.evidence.Evidence;
import org.vacuumadvisor.source.paste.Paste;

/// Text as people paste it, read as the program reads it.
public final class Pasted {
  private Pasted() {}

  public static Evidence evidence(String text) {
    return Evidence.of(Paste.survey(List.of(new Paste.Text("pasted", text))));
  }

  public static List<Finding> findings(Rule rule, String text) {
    return Verdicts.findings(rule, evidence(text));
  }
}
