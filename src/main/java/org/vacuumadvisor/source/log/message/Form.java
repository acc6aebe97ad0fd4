package org.vacuumadvisor.source.log.message;

/// One way to write a line, and what a line written so says.
///
/// @param <S> the kinds of things lines of this kind say
record Form<S>(S says, Template template) {

  /// A form whose line must end where the template ends.
  static <S> Form<S> whole(S says, String template) {
    return new Form<>(says, Template.whole(template));
  }

  /// A form whose line a later release may make longer.
  static <S> Form<S> open(S says, String template) {
    return new Form<>(says, Template.open(template));
  }
}
