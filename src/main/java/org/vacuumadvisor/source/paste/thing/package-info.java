/// What a paste says of each table, database, session and setting, wherever it says so.
@NullMarked
package org.vacuumadvisor.source.paste.thing;

import org.jspecify.annotations.NullMarked;
