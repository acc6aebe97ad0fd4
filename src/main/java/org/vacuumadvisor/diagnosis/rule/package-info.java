/// The list of all rules, and the last word: that nothing is wrong, or what is missing to say so.
/// The rules lie in the packages below by what they are about, those on corruption here, one class
/// for each finding; nothing but the list knows them.
@NullMarked
package org.vacuumadvisor.diagnosis.rule;

import org.jspecify.annotations.NullMarked;
