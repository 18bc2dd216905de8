package io.coxswain.sim;

import io.coxswain.env.Entropy;
import io.coxswain.env.Files;
import io.coxswain.env.Journal;
import java.io.Closeable;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * An in-memory disk. It outlives the processes that use it; a process that has ended cannot change
 * it.
 */
final class MemoryFiles implements Files {

  /** The content of a disk; shared by all incarnations of a process. */
  static final class Disk {
    private final SortedMap<Path, Content> files = new TreeMap<>();
    private final NavigableSet<Path> directories = new TreeSet<>();
    private final SortedMap<Path, Object> locks = new TreeMap<>();

    private long capacity = Long.MAX_VALUE;
    private int operations;
    private int faultAt;
    private FileFault fault = FileFault.IO_ERROR;
    private Consumer<FileFault> strike = _ -> {};

    /** Sets whether the disk is full; deleting files frees space again. */
    void full(boolean now) {
      capacity = now ? used() : Long.MAX_VALUE;
    }

    private long used() {
      return files.values().stream().mapToLong(content -> content.length).sum();
    }

    private void checkRoom(Path path, long more) throws IOException {
      if (more > 0 && capacity != Long.MAX_VALUE && used() + more > capacity) {
        throw new IOException(path + ": No space left on device");
      }
    }

    /**
     * Returns the number of operations that have changed files, over all incarnations of the
     * process.
     */
    int operations() {
      return operations;
    }

    /**
     * Makes the operation with the given number fail.
     *
     * @param ender ends the process that uses the disk
     */
    void failAt(int operation, FileFault how, Consumer<FileFault> ender) {
      faultAt = operation;
      fault = how;
      strike = ender;
    }

    /** Counts an operation; returns true if it is the one that fails. */
    private boolean isFaulty() {
      return ++operations == faultAt;
    }

    private void fail(Path path) throws IOException {
      switch (fault) {
        case NO_SPACE -> throw new IOException(path + ": No space left on device");
        case IO_ERROR -> throw new IOException(path + ": Input/output error");
        case KILL, LOSE_POWER -> strike.accept(fault);
      }
    }

    /** Releases all locks; called when the process that used the disk has ended. */
    void releaseLocks() {
      locks.clear();
    }

    /**
     * Simulates a loss of power: of the unsynced part of each journal, a prefix of random length
     * survives. The lengths are drawn in the order of the file names.
     */
    void losePower(Entropy entropy) {
      for (Content content : files.values()) {
        int atRisk = content.length - content.synced;
        if (atRisk > 0) {
          content.length = content.synced + entropy.nextInt(atRisk + 1);
        }
        for (var old : content.overwritten.entrySet()) {
          if (entropy.nextInt(2) == 0) {
            byte[] bytes = old.getValue();
            System.arraycopy(bytes, 0, content.bytes, old.getKey(), bytes.length);
          }
        }
        content.overwritten.clear();
      }
    }
  }

  /**
   * The bytes of a file; a reader keeps them when the file is replaced or deleted, as on a real
   * disk.
   */
  private static final class Content {
    private byte[] bytes;
    private int length;

    /** The length that survives a loss of power; the whole length except for journals. */
    private int synced;

    /** Synced bytes that were overwritten since, by position. */
    private final SortedMap<Integer, byte[]> overwritten = new TreeMap<>();

    private int mode = 0644;

    Content(byte[] bytes, int mode) {
      this(bytes);
      this.mode = mode;
    }

    Content(byte[] bytes) {
      this.bytes = bytes.clone();
      this.length = bytes.length;
      this.synced = bytes.length;
    }

    void append(byte[] more, int offset, int count) {
      if (length + count > bytes.length) {
        bytes = Arrays.copyOf(bytes, Math.max(length + count, bytes.length * 2));
      }
      System.arraycopy(more, offset, bytes, length, count);
      length += count;
    }
  }

  private final Disk disk;
  private final Baton baton;

  MemoryFiles(Disk disk, Baton baton) {
    this.disk = disk;
    this.baton = baton;
  }

  /** Must be called by each operation before it changes a file. */
  private void operation(Path path) throws IOException {
    baton.checkAlive();
    if (disk.isFaulty()) {
      fail(path);
    }
  }

  private void fail(Path path) throws IOException {
    disk.fail(path);
    baton.checkAlive();
  }

  @Override
  public boolean exists(Path path) {
    return disk.files.containsKey(absolute(path)) || isDirectory(path);
  }

  @Override
  public byte[] read(Path path) throws IOException {
    Content content = find(path);
    return Arrays.copyOf(content.bytes, content.length);
  }

  @Override
  public InputStream open(Path path) throws IOException {
    Content content = find(path);
    return new InputStream() {
      private int at;

      @Override
      public int read() {
        return at < content.length ? content.bytes[at++] & 0xFF : -1;
      }

      @Override
      public int read(byte[] into, int offset, int count) {
        int available = Math.min(count, content.length - at);
        if (available <= 0) {
          return count == 0 ? 0 : -1;
        }
        System.arraycopy(content.bytes, at, into, offset, available);
        at += available;
        return available;
      }

      @Override
      public int available() {
        return content.length - at;
      }
    };
  }

  @Override
  public void write(Path path, byte[] content) throws IOException {
    write(path, content, 0644);
  }

  private void write(Path path, byte[] content, int mode) throws IOException {
    checkParent(path);
    operation(path);
    disk.checkRoom(path, content.length);
    disk.files.put(absolute(path), new Content(content, mode));
  }

  @Override
  public void writeSecret(Path path, byte[] content) throws IOException {
    write(path, content, 0600);
  }

  @Override
  public void writeDurableSecret(Path path, byte[] content) throws IOException {
    write(path, content, 0600);
  }

  @Override
  public long size(Path path) throws IOException {
    return find(path).length;
  }

  @Override
  public OutputStream append(Path path) throws IOException {
    baton.checkAlive();
    checkParent(path);
    Content content = disk.files.computeIfAbsent(absolute(path), p -> new Content(new byte[0]));
    return new OutputStream() {
      @Override
      public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
      }

      @Override
      public void write(byte[] bytes, int offset, int count) throws IOException {
        operation(path);
        disk.checkRoom(path, count);
        content.append(bytes, offset, count);
        content.synced = content.length;
      }
    };
  }

  @Override
  public Journal journal(Path path) throws IOException {
    checkParent(path);
    operation(path);
    Content content =
        disk.files.computeIfAbsent(absolute(path), p -> new Content(new byte[0], 0600));
    return new MemoryJournal(path, content);
  }

  /** Other tasks run during a sync, and the process may be killed at that point. */
  private final class MemoryJournal implements Journal {
    private final Path path;
    private final Content content;

    MemoryJournal(Path path, Content content) {
      this.path = path;
      this.content = content;
    }

    @Override
    public long size() {
      return content.length;
    }

    @Override
    public void append(byte[] bytes, int offset, int count) throws IOException {
      baton.checkAlive();
      if (disk.isFaulty()) {
        content.append(bytes, offset, count / 2);
        fail(path);
      }
      disk.checkRoom(path, count);
      content.append(bytes, offset, count);
      baton.yieldTurn();
    }

    /** Does not yield: writing to the page cache does not block. */
    @Override
    public void overwrite(long position, byte[] replacement) throws IOException {
      operation(path);
      int at = Math.toIntExact(position);
      if (at + replacement.length > content.length
          || at / 512 != (at + replacement.length - 1) / 512) {
        throw new IOException(path + ": not within one sector of what was written before");
      }
      content.overwritten.putIfAbsent(
          at, Arrays.copyOfRange(content.bytes, at, at + replacement.length));
      System.arraycopy(replacement, 0, content.bytes, at, replacement.length);
    }

    @Override
    public void sync() throws IOException {
      operation(path);
      int upTo = content.length;
      baton.yieldTurn();
      content.synced = Math.max(content.synced, upTo);
      content.overwritten.clear();
    }

    @Override
    public void truncate(long size) throws IOException {
      operation(path);
      content.length = (int) Math.min(size, content.length);
      content.synced = Math.min(content.synced, content.length);
    }

    @Override
    public void close() {}
  }

  @Override
  public void rename(Path from, Path to) throws IOException {
    checkParent(to);
    operation(to);
    Content content = find(from);
    disk.files.remove(absolute(from));
    disk.files.put(absolute(to), content);
  }

  @Override
  public void create(Path path, byte[] content, int mode) throws IOException {
    checkParent(path);
    operation(path);
    disk.checkRoom(path, content.length);
    if (disk.files.containsKey(absolute(path))) {
      throw new FileAlreadyExistsException(path.toString());
    }
    var created = new Content(content);
    created.mode = mode;
    disk.files.put(absolute(path), created);
  }

  @Override
  public Swap swap(Path from, Path to) throws IOException {
    checkParent(to);
    operation(to);
    Content content = find(from);
    Content other = disk.files.put(absolute(to), content);
    if (other == null) {
      disk.files.remove(absolute(from));
      return Swap.CREATED;
    }
    disk.files.put(absolute(from), other);
    return Swap.EXCHANGED;
  }

  /** Always false: this file system has no links. */
  @Override
  public boolean isLink(Path path) {
    return false;
  }

  @Override
  public int mode(Path path) throws IOException {
    return find(path).mode;
  }

  @Override
  public Optional<Closeable> lock(Path path) throws IOException {
    baton.checkAlive();
    checkParent(path);
    var token = new Object();
    if (disk.locks.putIfAbsent(absolute(path), token) != null) {
      return Optional.empty();
    }
    disk.files.computeIfAbsent(absolute(path), p -> new Content(new byte[0], 0600));
    return Optional.of(() -> disk.locks.remove(absolute(path), token));
  }

  @Override
  public void createSecretDirectories(Path directory) throws IOException {
    createDirectories(directory);
  }

  @Override
  public void createDirectories(Path directory) throws IOException {
    baton.checkAlive();
    for (Path at = absolute(directory); at != null; at = at.getParent()) {
      if (disk.files.containsKey(at)) {
        throw new IOException(at + " is a file");
      }
      disk.directories.add(at);
    }
  }

  @Override
  public List<Path> list(Path directory) throws IOException {
    if (!isDirectory(directory)) {
      throw new FileNotFoundException(directory + " is not a directory");
    }
    var entries = new TreeSet<Path>();
    for (var all : List.of(disk.files.keySet(), disk.directories)) {
      for (Path path : all) {
        if (absolute(directory).equals(path.getParent())) {
          entries.add(directory.resolve(path.getFileName()));
        }
      }
    }
    return List.copyOf(entries);
  }

  @Override
  public void delete(Path path) throws IOException {
    operation(path);
    Path root = absolute(path);
    disk.files.keySet().removeIf(p -> p.startsWith(root));
    disk.directories.removeIf(p -> p.startsWith(root));
  }

  private Content find(Path path) throws IOException {
    Content content = disk.files.get(absolute(path));
    if (content == null) {
      throw new FileNotFoundException(path + " does not exist");
    }
    return content;
  }

  private boolean isDirectory(Path path) {
    Path at = absolute(path);
    return at.getParent() == null || disk.directories.contains(at);
  }

  private void checkParent(Path path) throws IOException {
    Path at = absolute(path);
    Path parent = at.getParent();
    if (parent == null || !isDirectory(parent)) {
      throw new FileNotFoundException("no directory " + parent);
    }
    if (disk.directories.contains(at)) {
      throw new IOException(path + " is a directory");
    }
  }

  /** Resolves relative paths against the root: a simulated process has no working directory. */
  private static Path absolute(Path path) {
    return Path.of("/").resolve(path).normalize();
  }
}
