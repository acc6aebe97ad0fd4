/// Where the bytes of a log come from: files, archives, standard input; compressed or not, in
/// whatever encoding.
@NullMarked
package org.vacuumadvisor.source.log.file;

import org.jspecify.annotations.NullMarked;
