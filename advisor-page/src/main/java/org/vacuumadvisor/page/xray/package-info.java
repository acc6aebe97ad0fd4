/// An X-ray of heap pages: what they hold, what a VACUUM would free, and a picture of it.
@NullMarked
package org.vacuumadvisor.page.xray;

import org.jspecify.annotations.NullMarked;
