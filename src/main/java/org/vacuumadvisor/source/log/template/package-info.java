/// The grammar of messages: templates compiled from formats as PostgreSQL's source has them, in
/// English and translated. What a message means is not known here.
@NullMarked
package org.vacuumadvisor.source.log.template;

import org.jspecify.annotations.NullMarked;
