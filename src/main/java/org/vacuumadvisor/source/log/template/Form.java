package org.vacuumadvisor.source.log.template;

/// One way to write a line, and what a line written so says.
///
/// @param <S> the kinds of things lines of this kind say
public record Form<S>(S says, Template template) {}
