package io.coxswain.env;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Files and directories. */
public interface Files {

  boolean exists(Path path);

  byte[] read(Path path) throws IOException;

  /**
   * Opens a file for reading; later reads of the same stream return data that was appended after
   * opening.
   */
  InputStream open(Path path) throws IOException;

  /** Replaces the whole content atomically: a reader sees the old or the new content. */
  void write(Path path, byte[] content) throws IOException;

  /** As {@link #write}, readable and writable by the owner only. */
  void writeSecret(Path path, byte[] content) throws IOException;

  /**
   * As {@link #writeSecret}; when it returns, content and name survive a crash of the operating
   * system. For keys, which cannot be recreated once they are lost.
   */
  void writeDurableSecret(Path path, byte[] content) throws IOException;

  /** The length of a file in bytes. */
  long size(Path path) throws IOException;

  /** Opens a file for appending; creates it if missing. */
  OutputStream append(Path path) throws IOException;

  /**
   * Opens a file, readable by the owner only, whose content must survive a crash of the operating
   * system; creates it if missing.
   */
  Journal journal(Path path) throws IOException;

  /** Renames a file within its directory, replacing an existing target, atomically and durably. */
  void rename(Path from, Path to) throws IOException;

  /**
   * As {@link #rename}, but a crash of the operating system may undo it. For files that are written
   * again after such a crash.
   */
  default void move(Path from, Path to) throws IOException {
    rename(from, to);
  }

  /**
   * Creates a file that does not exist yet, completely or not at all.
   *
   * @param mode its permissions, such as 0644
   */
  void create(Path path, byte[] content, int mode) throws IOException;

  /** The effect of a {@link #swap} on the file that previously had the target name. */
  enum Swap {
    /** The file now has the source name. */
    EXCHANGED,
    /** There was no such file. */
    CREATED,
    /** The file was replaced: this file system cannot exchange names. */
    OVERWRITTEN
  }

  /**
   * Renames a file within its directory atomically, and gives the file that had the target name the
   * source name. Open handles stay valid.
   */
  Swap swap(Path from, Path to) throws IOException;

  /** Whether the path itself is a symbolic link, without following it. */
  boolean isLink(Path path);

  /** The file that the path names, after following symbolic links; the path itself if missing. */
  default Path followLinks(Path path) throws IOException {
    return path;
  }

  /** The permissions of a file, such as 0644. */
  int mode(Path path) throws IOException;

  /**
   * Locks a file exclusively, across processes; closing the result or the end of the process
   * releases the lock. Empty if another holder has it.
   */
  Optional<Closeable> lock(Path path) throws IOException;

  /** Creates the directory and its parents; succeeds if it exists. */
  void createDirectories(Path directory) throws IOException;

  /**
   * As {@link #createDirectories}; directories that it creates are accessible by the owner only.
   */
  void createSecretDirectories(Path directory) throws IOException;

  /** The entries of a directory, sorted by name. */
  List<Path> list(Path directory) throws IOException;

  /** Deletes a file, or a directory with its content; succeeds if missing. */
  void delete(Path path) throws IOException;
}
