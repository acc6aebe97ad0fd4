/// A live server: the statements we send, and how they are sent so that they cost it next to
/// nothing.
@NullMarked
package org.vacuumadvisor.source.jdbc;

import org.jspecify.annotations.NullMarked;
