package org.vacuumadvisor.source.log;

/// Which part of a message a line of it belongs to.
public enum Section {
  /// The text after the severity.
  MESSAGE,
  DETAIL,
  HINT,
  /// `CONTEXT`: in which function, of which table's vacuum.
  CONTEXT,
  /// `STATEMENT`: the command that raised the message.
  STATEMENT,
  /// `QUERY`: the command inside a function.
  QUERY,
  /// `LOCATION`, and sections that are not of interest here.
  OTHER
}
