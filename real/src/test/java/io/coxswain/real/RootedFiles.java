package io.coxswain.real;

import io.coxswain.env.Files;
import io.coxswain.env.Journal;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Another root of the file system, so that a process finds and leaves nothing outside. */
record RootedFiles(Files files, Path root) implements Files {

  private Path in(Path path) {
    Path absolute = path.toAbsolutePath().normalize();
    return root.resolve(absolute.toString().substring(1));
  }

  private Path out(Path path) {
    return Path.of("/").resolve(root.relativize(path));
  }

  @Override
  public boolean exists(Path path) {
    return files.exists(in(path));
  }

  @Override
  public byte[] read(Path path) throws IOException {
    return files.read(in(path));
  }

  @Override
  public InputStream open(Path path) throws IOException {
    return files.open(in(path));
  }

  @Override
  public void write(Path path, byte[] content) throws IOException {
    files.write(in(path), content);
  }

  @Override
  public void writeSecret(Path path, byte[] content) throws IOException {
    files.writeSecret(in(path), content);
  }

  @Override
  public void writeDurableSecret(Path path, byte[] content) throws IOException {
    files.writeDurableSecret(in(path), content);
  }

  @Override
  public long size(Path path) throws IOException {
    return files.size(in(path));
  }

  @Override
  public OutputStream append(Path path) throws IOException {
    return files.append(in(path));
  }

  @Override
  public Journal journal(Path path) throws IOException {
    return files.journal(in(path));
  }

  @Override
  public void rename(Path from, Path to) throws IOException {
    files.rename(in(from), in(to));
  }

  @Override
  public void create(Path path, byte[] content, int mode) throws IOException {
    files.create(in(path), content, mode);
  }

  @Override
  public Swap swap(Path from, Path to) throws IOException {
    return files.swap(in(from), in(to));
  }

  @Override
  public boolean isLink(Path path) {
    return files.isLink(in(path));
  }

  @Override
  public int mode(Path path) throws IOException {
    return files.mode(in(path));
  }

  @Override
  public Optional<Closeable> lock(Path path) throws IOException {
    return files.lock(in(path));
  }

  @Override
  public void createDirectories(Path directory) throws IOException {
    files.createDirectories(in(directory));
  }

  @Override
  public void createSecretDirectories(Path directory) throws IOException {
    files.createSecretDirectories(in(directory));
  }

  @Override
  public List<Path> list(Path directory) throws IOException {
    return files.list(in(directory)).stream().map(this::out).toList();
  }

  @Override
  public void delete(Path path) throws IOException {
    files.delete(in(path));
  }
}
