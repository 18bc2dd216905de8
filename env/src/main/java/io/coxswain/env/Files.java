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

  /** Opens for reading; what is appended later is seen by later reads of the same stream. */
  InputStream open(Path path) throws IOException;

  /** Replaces the whole content in one step: a reader sees the old or the new one. */
  void write(Path path, byte[] content) throws IOException;

  /** As {@link #write}, readable and writable by the owner alone. */
  void writeSecret(Path path, byte[] content) throws IOException;

  /**
   * As {@link #writeSecret}; when it returns, content and name survive a crash of the machine. For
   * keys, which nothing can be signed with again once they are lost.
   */
  void writeDurableSecret(Path path, byte[] content) throws IOException;

  /** The length of a file in bytes. */
  long size(Path path) throws IOException;

  /** Opens for appending; creates the file when missing. */
  OutputStream append(Path path) throws IOException;

  /**
   * Opens a file, readable by the owner alone, whose content must outlive a crash of the machine;
   * creates it when missing.
   */
  Journal journal(Path path) throws IOException;

  /**
   * Moves a file to another name of the same directory, in place of what has that name, in one step
   * that outlives a crash of the machine.
   */
  void rename(Path from, Path to) throws IOException;

  /**
   * Creates a file that is not there yet, complete or not at all.
   *
   * @param mode its permissions, such as 0644
   */
  void create(Path path, byte[] content, int mode) throws IOException;

  /** What a {@link #swap} did with the file that had the name. */
  enum Swap {
    /** It has the other one's name now. */
    EXCHANGED,
    /** There was none. */
    CREATED,
    /** It is gone: this file system cannot exchange names. */
    OVERWRITTEN
  }

  /**
   * Moves a file to another name of the same directory, in one step, and gives the file that had
   * that name the other name. Who has opened a file keeps it.
   */
  Swap swap(Path from, Path to) throws IOException;

  /** Whether the very name is a symbolic link, wherever it leads. */
  boolean isLink(Path path);

  /** The permissions of a file, such as 0644. */
  int mode(Path path) throws IOException;

  /**
   * Takes a file as a token that only one holder in the world can have; it is given back by closing
   * it, and by the end of the process however it ends. Empty when another holds it.
   */
  Optional<Closeable> lock(Path path) throws IOException;

  /** Creates the directory and its parents; no error when it exists. */
  void createDirectories(Path directory) throws IOException;

  /** As {@link #createDirectories}; a directory that it creates is for its owner alone. */
  void createSecretDirectories(Path directory) throws IOException;

  /** The entries of a directory, sorted by name. */
  List<Path> list(Path directory) throws IOException;

  /** Deletes a file, or a directory with all it holds; no error when missing. */
  void delete(Path path) throws IOException;
}
