/// What is said in lines that are no table: sentences, plans, processes, errors of an application.
@NullMarked
package org.vacuumadvisor.source.paste.text;

import org.jspecify.annotations.NullMarked;
