/// Reads what people paste: result tables of psql and other clients in any of their formats, lines
/// with a name and a value, in any mix with prose, and turns them into rows for the one mapping.
@NullMarked
package org.vacuumadvisor.source.paste;

import org.jspecify.annotations.NullMarked;
