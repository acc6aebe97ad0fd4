package org.vacuumadvisor.gui.server;

/// A connection that somebody gave a name.
///
/// @param conninfo without any secret
record SavedConnection(String name, String conninfo) {}
