package org.vacuumadvisor.source.log;

import org.vacuumadvisor.model.history.Input;

/// Takes what a container found, in the order of the input, from one thread.
///
/// Lines that some program wrapped, a mail program for example, stay lines: which of them belong
/// together only their meaning tells.
///
/// A container may leave out messages for which [Relevance] says no; it must hand over all others.
/// In memory it holds one message at most, and of that a bounded part: a message of more than a
/// megabyte is handed over cut at the end of a line, or without the line that is too long.
public interface EntrySink {
  /// Forgets all of it.
  EntrySink NONE = new EntrySink() {};

  /// Another file or stream begins. What is open in a session stays open: rotated files go on where
  /// the file before ended.
  default void input(Input next) {}

  /// A message. The entry and its bytes hold only during the call.
  default void entry(Entry entry) {}

  /// A line that does not belong to a message as the container sees it: a command tag, a prompt,
  /// prose, and in psql's output or a file that begins or is cut inside a message also lines of
  /// reports: in psql's output a container may hand over lines without a severity either here or as
  /// lines of the entry before. Blank lines may be left out.
  ///
  /// @param bytes hold only during the call
  /// @param line the physical line, from 1
  default void line(byte[] bytes, int from, int to, long line) {}

  /// Nothing more comes: what is open ends here.
  default void end() {}
}
