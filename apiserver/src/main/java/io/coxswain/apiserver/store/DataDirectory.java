package io.coxswain.apiserver.store;

import io.coxswain.env.Env;
import io.coxswain.env.FileProblem;
import io.coxswain.env.Files;
import io.coxswain.env.Journal;
import io.coxswain.env.Task;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The files that a store is kept in.
 *
 * <p>{@code log-N} holds the commits from revision N on, one frame for each batch that was synced
 * together, after a frame that says what the file is. {@code snapshot-N} holds all objects as of
 * revision N; it appears under its name only when it is whole. From time to time a new log is begun
 * and a snapshot of all before it written beside it; then older files are deleted. So the state is
 * that of the newest snapshot and the logs that begin after it.
 *
 * <p>A batch is written only when the one before is on the disk. Hence an unsound frame with no
 * sound one after it is a write that was never answered, and is cut off; any other unsound frame is
 * damage, and nothing is touched.
 */
final class DataDirectory implements Closeable {
  private static final Logger logger = LoggerFactory.getLogger(DataDirectory.class);
  private static final byte LOG = 'L';
  private static final byte BATCH = 'B';
  static final int FORMAT = 1;

  private final Env env;
  private final Files files;
  private final Path directory;
  private final Closeable lock;
  private final long rotateAt;
  private @Nullable Journal journal;
  private long journalSize;
  private volatile long snapshotSize;
  private @Nullable Task snapshotting;

  private DataDirectory(Env env, Path directory, Closeable lock, long rotateAt) {
    this.env = env;
    this.files = env.files();
    this.directory = directory;
    this.lock = lock;
    this.rotateAt = rotateAt;
  }

  /**
   * Takes the directory for this process.
   *
   * @param rotateAt how large a log grows, in bytes, before a snapshot takes its place
   * @throws IOException with a message for whoever named the directory
   */
  static DataDirectory open(Env env, Path directory, long rotateAt) throws IOException {
    Path at = directory.toAbsolutePath();
    Closeable lock;
    try {
      env.files().createSecretDirectories(at);
      lock = env.files().lock(at.resolve("lock")).orElse(null);
    } catch (IOException e) {
      throw new IOException(
          "cannot use the data directory " + directory + ": " + FileProblem.why(e), e);
    }
    if (lock == null) {
      throw new IOException(
          "the data directory "
              + directory
              + " is in use by another process; stop that one or choose another directory");
    }
    return new DataDirectory(env, at, lock, rotateAt);
  }

  // ---- reading

  /** What is told of the objects found, in the order of their commits. */
  interface Reader {
    void snapshot(Records.Entry entry);

    /** The snapshot has been read, if there is one; later commits follow. */
    void revision(long revision);

    void commit(Records.Entry entry);
  }

  /** Reads all there is; afterwards commits can be appended. */
  void recover(long firstRevision, Reader reader) throws IOException {
    long revision = firstRevision;
    Path snapshot = newest("snapshot-");
    if (snapshot != null) {
      revision = number(snapshot);
      snapshotSize = SnapshotFile.read(files, snapshot, reader::snapshot);
    }
    reader.revision(revision);
    List<Path> logs = logsAfter(revision);
    for (Path log : logs) {
      if (number(log) != revision + 1) {
        throw new IOException(
            "%s is missing: %s begins at revision %d and what is before it ends at %d. Restore the data directory from a copy."
                .formatted(name(revision + 1, "log-"), log, number(log), revision));
      }
      revision = readLog(log, log.equals(logs.getLast()), revision, reader);
    }
    if (logs.isEmpty()) {
      begin(revision + 1);
    } else {
      reopen(logs.getLast());
    }
    deleteBefore(snapshot == null ? 0 : number(snapshot));
  }

  private List<Path> named(String prefix) throws IOException {
    return files.list(directory).stream()
        .filter(path -> String.valueOf(path.getFileName()).matches(prefix + "\\d{19}"))
        .toList();
  }

  private @Nullable Path newest(String prefix) throws IOException {
    List<Path> all = named(prefix);
    return all.isEmpty() ? null : all.getLast();
  }

  private List<Path> logsAfter(long revision) throws IOException {
    return named("log-").stream().filter(path -> number(path) > revision).toList();
  }

  private static long number(Path file) {
    String name = String.valueOf(file.getFileName());
    return Long.parseLong(name.substring(name.indexOf('-') + 1));
  }

  private Path name(long revision, String prefix) {
    // Wide enough for any revision, so that the order of names is that of numbers.
    return directory.resolve(prefix + String.format(Locale.ROOT, "%019d", revision));
  }

  private long readLog(Path file, boolean last, long before, Reader reader) throws IOException {
    byte[] bytes = files.read(file);
    long revision = before;
    int at = 0;
    while (at < bytes.length) {
      ByteBuffer payload = Frames.at(bytes, at);
      if (payload == null) {
        if (!last || Frames.anyAfter(bytes, at)) {
          throw damaged(
              file,
              at,
              "what is there does not match its checksum, and it is not the end of the log");
        }
        logger.info(
            "{} ends in {} bytes of a write that was never answered; they are dropped",
            file,
            bytes.length - at);
        break;
      }
      at += Frames.HEAD + payload.remaining();
      byte type = payload.get();
      int number = payload.getInt();
      payload.getLong();
      if (type == LOG) {
        checkFormat(file, number);
        continue;
      }
      for (int left = number; left > 0; left--) {
        Records.Entry entry = Records.read(payload);
        if (entry.object().revision() != revision + 1) {
          throw damaged(file, at, "revision " + entry.object().revision() + " follows " + revision);
        }
        revision++;
        reader.commit(entry);
      }
    }
    journalSize = at;
    return revision;
  }

  static void checkFormat(Path file, int format) throws IOException {
    if (format != FORMAT) {
      throw new IOException(
          "%s is of format %d and this program reads format %d; use the version that wrote it"
              .formatted(file, format, FORMAT));
    }
  }

  static IOException damaged(Path file, int offset, String what) {
    return new IOException(
        "%s is damaged at byte %d: %s. Nothing was changed. Restore the data directory from a copy, or move it away to begin with an empty one."
            .formatted(file, offset, what));
  }

  // ---- writing

  private void begin(long revision) throws IOException {
    journal = files.journal(name(revision, "log-"));
    journal.truncate(0);
    writeHead(journal, revision);
  }

  private void reopen(Path log) throws IOException {
    journal = files.journal(log);
    if (journalSize < journal.size()) {
      journal.truncate(journalSize);
      journal.sync();
    }
    if (journalSize == 0) {
      writeHead(journal, number(log));
    }
  }

  private void writeHead(Journal to, long revision) throws IOException {
    byte[] frame = Records.mark(LOG, FORMAT, revision);
    to.append(frame, 0, frame.length);
    to.sync();
    journalSize = frame.length;
  }

  /** Returns when the commits are on the disk. */
  void append(List<Commit> commits) throws IOException {
    var records = new Records();
    for (Commit commit : commits) {
      records.add(commit.collection(), commit.removal(), commit.after());
    }
    byte[] frame = records.frame(BATCH, commits.getLast().revision());
    Journal to = journal;
    if (to == null) {
      throw new IOException("the data directory is closed");
    }
    to.append(frame, 0, frame.length);
    to.sync();
    journalSize += frame.length;
  }

  /** Begins a new log when the present one has grown large, and lets a snapshot take its place. */
  void rotateIfLarge(Snapshot state) throws IOException {
    boolean busy = snapshotting != null && !snapshotting.isDone();
    if (busy || journalSize < Math.max(rotateAt, snapshotSize)) {
      return;
    }
    Journal old = journal;
    begin(state.revision() + 1);
    if (old != null) {
      old.close();
    }
    snapshotting = env.tasks().spawn("snapshot", () -> writeSnapshot(state));
  }

  private void writeSnapshot(Snapshot state) throws IOException {
    snapshotSize = SnapshotFile.write(files, name(state.revision(), "snapshot-"), state);
    deleteBefore(state.revision());
  }

  private void deleteBefore(long snapshot) throws IOException {
    for (Path log : named("log-")) {
      if (number(log) <= snapshot) {
        files.delete(log);
      }
    }
    for (Path older : named("snapshot-")) {
      if (number(older) < snapshot) {
        files.delete(older);
      }
    }
  }

  @Override
  public void close() throws IOException {
    Journal open = journal;
    journal = null;
    if (open != null) {
      open.close();
    }
    lock.close();
  }
}
