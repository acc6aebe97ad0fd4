package org.vacuumadvisor.lab.experiment;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/// What is compared in an experiment: the same work on the same data, one thing different.
public enum Arm {
  DEFAULT("the server's defaults"),
  ARTICLE("the settings that a source published"),
  PGTUNE(RuleOfThumb.PGTUNE.meaning()),
  AZURE(RuleOfThumb.AZURE.meaning()),
  DBA(RuleOfThumb.DBA.meaning()),
  ADVISED("what the advisor recommends after looking at the defaults at work"),
  FILLFACTOR("room for updates on pages that are filled from now on: a fillfactor of 90"),
  REINDEXED("the largest index is rebuilt concurrently every half minute"),
  INDEXED("what the advisor recommends, and first the index that it asks for"),
  UNBLOATED("no bloat: the lab vacuums ten times a second, the closest to a table without bloat"),
  TUNED_ANYWAY("the settings of an article, although the advisor refuses to tune"),
  LET_GO("the transaction that blocks cleanup is ended, as the advisor asks"),
  INSERT_KNOB("a low insert threshold, although the advisor does not recommend it");

  private final String meaning;

  Arm(String meaning) {
    this.meaning = meaning;
  }

  /// Its name on the command line: `tuned-anyway`.
  public String label() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /// What it is, in a few words.
  public String meaning() {
    return meaning;
  }

  /// Whether its server gets what the advisor recommends.
  public boolean followsAdvice() {
    return this == ADVISED || this == INDEXED;
  }

  /// Whether it does what others would: of interest beside the question of an experiment.
  public boolean isRival() {
    return this == PGTUNE || this == AZURE || this == DBA;
  }

  /// The arm of this name.
  public static Optional<Arm> named(String label) {
    return Arrays.stream(values()).filter(each -> each.label().equals(label)).findFirst();
  }
}
