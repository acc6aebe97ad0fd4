package org.vacuumadvisor.advice;

import org.vacuumadvisor.diagnosis.Subject;

/// A medicine that was withheld on purpose.
///
/// @param what the change someone might expect: "a lower autovacuum_vacuum_scale_factor"
/// @param why what speaks against it, a whole sentence
public record NotRecommended(String what, Subject subject, String why) {}
