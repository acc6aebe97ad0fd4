/// The configuration file: what a user has written down for every run of the command line and for
/// the window.
@NullMarked
package org.vacuumadvisor.config;

import org.jspecify.annotations.NullMarked;
