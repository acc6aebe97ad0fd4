package org.vacuumadvisor.source.jdbc;

import org.vacuumadvisor.model.Survey;

/// Two surveys of one server, some time apart.
public record Window(Survey older, Survey newer) {}
