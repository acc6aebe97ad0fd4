/// What VACUUM and ANALYZE write, form by form, and the assembling of their messages to runs.
@NullMarked
package org.vacuumadvisor.source.log.message;

import org.jspecify.annotations.NullMarked;
