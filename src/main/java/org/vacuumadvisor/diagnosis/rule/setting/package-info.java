/// Rules about settings that do harm, that do nothing, or that keep the log silent.
@NullMarked
package org.vacuumadvisor.diagnosis.rule.setting;

import org.jspecify.annotations.NullMarked;
