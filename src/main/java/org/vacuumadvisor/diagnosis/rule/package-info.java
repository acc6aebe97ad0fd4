/// The list of all rules, those on corruption, and the last word: that nothing is wrong, or what is
/// missing to say so. The other rules lie below by what they are about, one class for each finding.
@NullMarked
package org.vacuumadvisor.diagnosis.rule;

import org.jspecify.annotations.NullMarked;
