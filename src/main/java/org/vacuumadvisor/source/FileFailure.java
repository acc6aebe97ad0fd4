package org.vacuumadvisor.source;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;

/// Why a file could not be read or written, in words: the message of Java's exceptions is often
/// nothing but the name of the file.
public final class FileFailure {
  private FileFailure() {}

  /// The reason, without the file's name and without a full stop.
  public static String reason(IOException failure) {
    return switch (failure) {
      case NoSuchFileException _ -> "there is no such file or folder";
      case AccessDeniedException _ -> "permission denied";
      case FileAlreadyExistsException _ -> "it is a file, not a folder";
      case NotDirectoryException _ -> "it is a file, not a folder";
      case FileSystemException other when other.getReason() != null -> other.getReason();
      default -> failure.getMessage() == null ? failure.toString() : failure.getMessage();
    };
  }
}
