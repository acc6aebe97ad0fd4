package org.vacuumadvisor.advice.setting;

import java.util.Optional;
import org.vacuumadvisor.diagnosis.Finding;
import org.vacuumadvisor.diagnosis.Remedy;

/// What a finding asks for, and nothing speaks against.
///
/// @param proposal the values for a remedy that asks for settings; empty for every other
public record Asked(Finding finding, Remedy remedy, Optional<Proposal> proposal) {
  public static Asked of(Finding finding, Remedy remedy) {
    return new Asked(finding, remedy, Optional.empty());
  }

  public Asked with(Proposal other) {
    return new Asked(finding, remedy, Optional.of(other));
  }

  /// The change of settings that is proposed.
  public Optional<SettingChange> change() {
    return proposal.map(Proposal::change);
  }
}
