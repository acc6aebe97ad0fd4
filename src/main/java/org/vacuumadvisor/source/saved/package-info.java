/// A survey as a file: written, read again, and with its names replaced. The rows are kept as they
/// came; what they mean is for the one mapping in `source`.
@NullMarked
package org.vacuumadvisor.source.saved;

import org.jspecify.annotations.NullMarked;
