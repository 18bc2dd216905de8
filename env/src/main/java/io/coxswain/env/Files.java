package io.coxswain.env;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.List;

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

  /** Opens for appending; creates the file when missing. */
  OutputStream append(Path path) throws IOException;

  /** Creates the directory and its parents; no error when it exists. */
  void createDirectories(Path directory) throws IOException;

  /** The entries of a directory, sorted by name. */
  List<Path> list(Path directory) throws IOException;

  /** Deletes a file, or a directory with all it holds; no error when missing. */
  void delete(Path path) throws IOException;
}
