package io.coxswain.env;

import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.NoSuchFileException;
import java.nio.file.NotDirectoryException;

/** Describes file errors in a few words. */
public final class FileProblem {
  private FileProblem() {}

  /** Whether the file system, or the quota of the user on it, has no space left. */
  public static boolean isNoSpace(IOException e) {
    String message = String.valueOf(e.getMessage());
    return message.contains("No space left on device") || message.contains("Disk quota exceeded");
  }

  /**
   * Returns a message with the reason, because most exceptions about files have only a path for a
   * message.
   */
  public static String why(IOException e) {
    return switch (e) {
      case AccessDeniedException denied -> "permission denied on " + denied.getFile();
      case FileAlreadyExistsException problem -> problem.getFile() + " is not a directory";
      case NotDirectoryException problem -> problem.getFile() + " is not a directory";
      case NoSuchFileException missing -> missing.getFile() + " does not exist";
      default -> String.valueOf(e.getMessage());
    };
  }
}
