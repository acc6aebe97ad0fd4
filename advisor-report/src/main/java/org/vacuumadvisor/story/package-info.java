/// What one run did, told from its own figures: facts without advice.
@NullMarked
package org.vacuumadvisor.story;

import org.jspecify.annotations.NullMarked;
