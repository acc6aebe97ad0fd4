package org.vacuumadvisor.source.log.template;

/// One way to write a line, and what a line written so says.
///
/// @param <S> the kinds of things lines of this kind say
public record Form<S>(S says, Template template) {

  /// A form whose line must end where the template ends.
  public static <S> Form<S> whole(S says, String template) {
    return new Form<>(says, Template.whole(template));
  }

  /// A form whose line a later release may make longer.
  public static <S> Form<S> open(S says, String template) {
    return new Form<>(says, Template.open(template));
  }
}
