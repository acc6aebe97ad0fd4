/// Where facts come from: rows of named columns by topic, whatever the source, and what is wrong
/// where there are none; `SurveyBuilder` and its mappings say what the rows mean.
@NullMarked
package org.vacuumadvisor.source;

import org.jspecify.annotations.NullMarked;
