/// Tables as terminals, clients and web pages show them, read to one `Grid`, and what its headings
/// and cells mean. What a row is about is not decided here.
@NullMarked
package org.vacuumadvisor.source.paste.table;

import org.jspecify.annotations.NullMarked;
