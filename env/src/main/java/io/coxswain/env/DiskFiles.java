package io.coxswain.env;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.FileVisitResult;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Files on the local disk. */
final class DiskFiles implements Files {
  private static final String LETTERS = "rwxrwxrwx";

  @Override
  public boolean exists(Path path) {
    return java.nio.file.Files.exists(path);
  }

  @Override
  public byte[] read(Path path) throws IOException {
    return java.nio.file.Files.readAllBytes(path);
  }

  @Override
  public InputStream open(Path path) throws IOException {
    return java.nio.file.Files.newInputStream(path);
  }

  @Override
  public void write(Path path, byte[] content) throws IOException {
    replace(
        path,
        content,
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-r--r--")));
  }

  @Override
  public void writeSecret(Path path, byte[] content) throws IOException {
    replace(
        path,
        content,
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
  }

  @Override
  public void writeDurableSecret(Path path, byte[] content) throws IOException {
    Path directory = path.toAbsolutePath().getParent();
    Path temporary =
        java.nio.file.Files.createTempFile(
            directory,
            "." + path.getFileName(),
            null,
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    try {
      try (var journal = DiskJournal.open(temporary)) {
        journal.append(content, 0, content.length);
        journal.sync();
      }
      rename(temporary, path);
    } finally {
      java.nio.file.Files.deleteIfExists(temporary);
    }
  }

  @Override
  public long size(Path path) throws IOException {
    return java.nio.file.Files.size(path);
  }

  private static void replace(Path path, byte[] content, FileAttribute<?> mode) throws IOException {
    Path directory = path.toAbsolutePath().getParent();
    Path temporary =
        java.nio.file.Files.createTempFile(directory, "." + path.getFileName(), null, mode);
    try {
      java.nio.file.Files.write(temporary, content);
      java.nio.file.Files.move(
          temporary, path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      java.nio.file.Files.deleteIfExists(temporary);
    }
  }

  @Override
  public OutputStream append(Path path) throws IOException {
    return java.nio.file.Files.newOutputStream(
        path, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
  }

  @Override
  public Journal journal(Path path) throws IOException {
    return DiskJournal.open(path);
  }

  @Override
  public void rename(Path from, Path to) throws IOException {
    move(from, to);
    DiskJournal.syncDirectory(to);
  }

  @Override
  public void move(Path from, Path to) throws IOException {
    java.nio.file.Files.move(
        from, to, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  @Override
  public void create(Path path, byte[] content, int mode) throws IOException {
    java.nio.file.Files.createFile(
        path, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    try {
      java.nio.file.Files.write(path, content); // closing may fail too: NFS writes at that point
      java.nio.file.Files.setPosixFilePermissions(path, permissions(mode));
    } catch (IOException e) {
      java.nio.file.Files.deleteIfExists(path);
      throw e;
    }
  }

  /** Converts nine permission bits, highest first. */
  private static Set<PosixFilePermission> permissions(int mode) {
    var letters = new StringBuilder(LETTERS);
    for (int i = 0; i < LETTERS.length(); i++) {
      if ((mode & (0400 >> i)) == 0) {
        letters.setCharAt(i, '-');
      }
    }
    return PosixFilePermissions.fromString(letters.toString());
  }

  @Override
  public Swap swap(Path from, Path to) throws IOException {
    return Renames.swap(from, to);
  }

  @Override
  public Path followLinks(Path path) throws IOException {
    return java.nio.file.Files.exists(path) ? path.toRealPath() : path;
  }

  @Override
  public boolean isLink(Path path) {
    return java.nio.file.Files.isSymbolicLink(path);
  }

  @Override
  public int mode(Path path) throws IOException {
    String letters =
        PosixFilePermissions.toString(java.nio.file.Files.getPosixFilePermissions(path));
    int mode = 0;
    for (int i = 0; i < letters.length(); i++) {
      mode |= letters.charAt(i) == '-' ? 0 : 0400 >> i;
    }
    return mode;
  }

  @Override
  @SuppressWarnings("MustBeClosedChecker") // the holder of the lock closes it
  public Optional<Closeable> lock(Path path) throws IOException {
    var channel =
        FileChannel.open(
            path,
            Set.of(StandardOpenOption.CREATE, StandardOpenOption.WRITE),
            PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rw-------")));
    boolean held = false;
    try {
      held = channel.tryLock() != null;
      return held ? Optional.of(channel) : Optional.empty();
    } catch (OverlappingFileLockException e) {
      return Optional.empty(); // held by this process
    } finally {
      if (!held) {
        channel.close();
      }
    }
  }

  @Override
  public void createSecretDirectories(Path directory) throws IOException {
    java.nio.file.Files.createDirectories(
        directory,
        PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
  }

  @Override
  public void createDirectories(Path directory) throws IOException {
    java.nio.file.Files.createDirectories(directory);
  }

  @Override
  public List<Path> list(Path directory) throws IOException {
    try (var entries = java.nio.file.Files.list(directory)) {
      return entries.sorted().toList();
    }
  }

  @Override
  public void delete(Path path) throws IOException {
    try {
      java.nio.file.Files.walkFileTree(path, new DeleteAll());
    } catch (NoSuchFileException e) {
      return; // already deleted
    }
  }

  private static final class DeleteAll extends SimpleFileVisitor<Path> {
    @Override
    public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
      java.nio.file.Files.deleteIfExists(file);
      return FileVisitResult.CONTINUE;
    }

    @Override
    public FileVisitResult postVisitDirectory(Path directory, @Nullable IOException error)
        throws IOException {
      if (error != null) {
        throw error;
      }
      java.nio.file.Files.deleteIfExists(directory);
      return FileVisitResult.CONTINUE;
    }
  }
}
