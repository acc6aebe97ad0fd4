/// The one mapping from rows of named columns to the model. It does not know who sent them: a
/// server, a saved survey or a paste.
@NullMarked
package org.vacuumadvisor.source.mapping;

import org.jspecify.annotations.NullMarked;
