/// Where facts come from: rows of named columns by topic, whatever the source, and what is wrong
/// where there are none. What the rows mean is in `source.mapping`.
@NullMarked
package org.vacuumadvisor.source;

import org.jspecify.annotations.NullMarked;
