package io.coxswain.apiserver.store;

import io.coxswain.env.Env;
import io.coxswain.env.FileProblem;
import io.coxswain.env.Files;
import io.coxswain.env.Journal;
import io.coxswain.env.Task;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The files of a store.
 *
 * <p>{@code log-N} contains the commits from revision N on, one frame per batch that was synced
 * together, after a header that names the previous log and its valid length. {@code snapshot-N}
 * contains all objects at revision N. From time to time a new log is started and a snapshot of
 * everything before it is written; then older files are deleted. The state is that of the newest
 * snapshot and the logs after it. {@link Acknowledged} records how far the logs must reach.
 *
 * <p>The states that a crash can leave, and no others are accepted:
 *
 * <ul>
 *   <li>Logs and snapshots appear under their names complete and synced, in this order: {@code
 *       acknowledged}, the first log, keys; later a new log, then the snapshot that ends before it,
 *       then the record of this snapshot, then the deletion of the files it replaces. Therefore a
 *       log without its header, a gap between snapshot and log, keys without a log, and a missing
 *       {@code acknowledged} are damage.
 *   <li>A frame is written only when the previous one is on disk. Therefore an invalid frame is an
 *       unacknowledged write if it is at the end of the last log and not before the end recorded in
 *       {@code acknowledged}: it is truncated with a warning. Anywhere else it is damage.
 * </ul>
 *
 * <p>After a failed write or sync, nothing is known about the end of the log: the kernel may have
 * dropped what it could not write, and reports that only once. Therefore the log is never written
 * again. A new one replaces it, whose header contains the valid length of the old one.
 *
 * <p>When the disk is full, a {@link SpaceReserve} is released, and only commits that free space
 * are accepted until it can be allocated again.
 *
 * <p>Except for {@link #accepts} and {@link #problem}, must be used by one task at a time.
 */
final class DataDirectory implements Closeable {
  private static final Logger logger = LoggerFactory.getLogger(DataDirectory.class);

  /** The files with keys and certificates, which are written once a log exists. */
  static final List<String> KEYS =
      List.of("ca.crt", "ca.key", "front-proxy-ca.crt", "front-proxy-ca.key", "sa.seed");

  private static final int MAX_FRAME = 16 << 20;
  private static final int MAX_LOGS = 16;
  private static final long MAX_RESERVE = 1L << 30;
  private static final Duration RETRY = Duration.ofSeconds(5);
  private static final Duration COMPACTION_RETRY = Duration.ofMinutes(1);

  private final Env env;
  private final Files files;
  private final Path directory;
  private final DataFiles names;
  private final Closeable lock;
  private final StoreLimits limits;
  private final SpaceReserve reserve;
  private final RecordForm form;
  private @Nullable Acknowledged acknowledged;
  private @Nullable Journal journal;
  private LogFile.Head head;
  private long number;
  private long size;
  private long revision;
  private boolean broken;

  /** The total size and number of the logs that the next snapshot replaces. */
  private long olderBytes;

  private int olderLogs;

  private volatile long snapshotSize;
  private volatile boolean full;
  private volatile @Nullable String problem;
  private @Nullable Task snapshotting;
  private @Nullable Task watching;
  private Runnable wake = () -> {};
  private long compactionTried;
  private Instant compactionTriedAt = Instant.MIN;
  private boolean noteFailed;
  private boolean stale;

  /** Set by any thread. */
  private volatile boolean rewriteWanted;

  private volatile long written = -1;

  private DataDirectory(
      Env env, Path directory, Closeable lock, StoreLimits limits, RecordForm form) {
    this.form = form;
    this.head = newHead(0, 0);
    this.env = env;
    this.files = env.files();
    this.directory = directory;
    this.names = new DataFiles(files, directory);
    this.lock = lock;
    this.limits = limits;
    this.reserve = new SpaceReserve(files, directory);
  }

  /**
   * Locks the directory for this process.
   *
   * @throws IOException with a message for the user who specified the directory
   */
  static DataDirectory open(Env env, Path directory, StoreLimits limits, RecordForm form)
      throws IOException {
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
    return new DataDirectory(env, at, lock, limits, form);
  }

  // ---- reading

  /** Receives the recovered objects, in the order of their commits. */
  interface Reader {
    void snapshot(Records.Entry entry);

    /** The snapshot, if any, has been read; later commits follow. */
    void revision(long revision);

    void commit(Records.Entry entry);
  }

  /** Reads everything; afterwards commits can be appended. */
  void recover(long firstRevision, Reader reader) throws IOException {
    List<Path> snapshots = names.snapshots();
    List<LogFile> logs = names.logs();
    acknowledged = Acknowledged.open(files, directory);
    Recovery.Result found =
        new Recovery(names, acknowledged, form)
            .read(
                snapshots.isEmpty() ? null : snapshots.getLast(),
                logs,
                firstRevision,
                new Staleness(reader));
    acknowledged = found.acknowledged();
    number = found.number();
    size = found.size();
    revision = found.revision();
    olderBytes = found.olderBytes();
    olderLogs = found.olderLogs();
    snapshotSize = found.snapshotSize();
    if (found.last() == null) {
      begin(newHead(0, 0));
    } else {
      reopen(found.last());
    }
    names.deleteBefore(found.snapshot());
  }

  /** Notes whether a record would be sealed differently now. */
  private final class Staleness implements Reader {
    private final Reader next;

    Staleness(Reader next) {
      this.next = next;
    }

    @Override
    public void snapshot(Records.Entry entry) {
      stale |= entry.stale();
      next.snapshot(entry);
    }

    @Override
    public void revision(long at) {
      next.revision(at);
    }

    @Override
    public void commit(Records.Entry entry) {
      stale |= entry.stale();
      next.commit(entry);
    }
  }

  private void reopen(LogFile log) throws IOException {
    Journal opened = files.journal(log.path());
    journal = opened;
    if (size < opened.size()) {
      opened.truncate(size);
      opened.sync();
    }
    if (log.head() == null || log.isOld() || !log.allows(form)) {
      // A directory of an older format continues in a log of the current one.
      replaceLog();
      return;
    }
    head = log.head();
    noteAcknowledged();
  }

  // ---- writing

  /** Starts the log of the next revision. */
  private void begin(LogFile.Head next) throws IOException {
    long first = revision + 1;
    Journal created = LogFile.create(files, names.log(first), first, next);
    Journal old = journal;
    journal = created;
    head = next;
    number = first;
    size = created.size();
    broken = false;
    noteAcknowledged();
    closeQuietly(old);
  }

  private static void closeQuietly(@Nullable Journal old) {
    try {
      if (old != null) {
        old.close();
      }
    } catch (IOException e) {
      logger.debug("failed to close a rotated log", e);
    }
  }

  private LogFile.Head newHead(long previous, long previousSize) {
    return new LogFile.Head(form.format(), previous, previousSize);
  }

  /** Starts a new log in place of one that must not be written any more. */
  private void replaceLog() throws IOException {
    boolean empty = number == revision + 1;
    LogFile.Head next =
        empty ? newHead(head.previous(), head.previousSize()) : newHead(number, size);
    long before = size;
    begin(next);
    if (!empty) {
      olderBytes += before;
      olderLogs++;
    }
  }

  private void noteAcknowledged() {
    try {
      Objects.requireNonNull(acknowledged).advance(number, size, revision);
      noteFailed = false;
    } catch (IOException e) {
      if (!noteFailed) {
        logger.error(
            "failed to record the acknowledged revision; a later loss may go undetected", e);
      }
      noteFailed = true;
    }
  }

  /** Returns when the commits are on disk. */
  void append(List<Commit> commits) throws IOException {
    if (broken) {
      repair();
    }
    Journal to = journal;
    if (to == null) {
      throw new IOException("the data directory is closed");
    }
    try {
      size += append(to, commits);
    } catch (IOException e) {
      failed(e);
      throw e;
    }
    revision = commits.getLast().revision();
    noteAcknowledged();
  }

  private long append(Journal to, List<Commit> commits) throws IOException {
    var records = new Records(form);
    long written = 0;
    for (Commit commit : commits) {
      records.add(commit.collection(), commit.removal(), commit.after());
      if (records.size() >= MAX_FRAME) {
        written += append(to, records, commit.revision());
      }
    }
    return records.count() == 0
        ? written
        : written + append(to, records, commits.getLast().revision());
  }

  /** One frame is on disk before the next is written. */
  private static long append(Journal to, Records records, long revision) throws IOException {
    byte[] frame = records.frame(LogFile.BATCH, revision);
    to.append(frame, 0, frame.length);
    to.sync();
    return frame.length;
  }

  private void failed(IOException why) {
    broken = true;
    if (FileProblem.isNoSpace(why)) {
      becomeFull();
    } else {
      becomeUnwritable("the data directory cannot be written: " + FileProblem.why(why));
    }
  }

  private void becomeFull() {
    if (!full) {
      logger.error(
          "no space left in the data directory, only deletions are accepted until there is:"
              + " directory={}",
          directory);
    }
    full = true;
    try {
      reserve.release();
    } catch (IOException e) {
      logger.warn("failed to release the space reserve", e);
    }
    becomeUnwritable("no space left in the data directory");
  }

  private void becomeUnwritable(String why) {
    problem = why;
    Task running = watching;
    if (running == null || running.isDone()) {
      watching = env.tasks().spawn("data-directory", this::watch);
    }
  }

  /** While there is a problem, makes the writing task check periodically. */
  private void watch() {
    while (problem != null) {
      env.clock().sleep(RETRY);
      wake.run();
    }
  }

  /** Sets the action that makes {@link #maintain} be called soon. */
  void wakeBy(Runnable call) {
    wake = call;
  }

  /** Why commits are rejected; null if they are accepted. */
  @Nullable String problem() {
    return problem;
  }

  /** Whether the commit may be appended: on a full disk only one that frees space. */
  boolean accepts(Commit commit) {
    if (!full || commit.removal() || commit.origin().verb().startsWith("delete")) {
      return true;
    }
    Stored before = commit.before();
    return before != null && commit.after().length() < before.length();
  }

  private void repair() throws IOException {
    Journal old = journal;
    if (old == null) {
      throw new IOException("the data directory is closed");
    }
    try {
      old.truncate(size); // frees the space of data that will not be read
    } catch (IOException e) {
      logger.debug("failed to truncate the log: file={}", names.log(number), e);
    }
    try {
      replaceLog();
    } catch (IOException e) {
      failed(e);
      throw e;
    }
    if (!full) {
      problem = null;
    }
    logger.info("started a new log after a failed write: file={}", names.log(number));
  }

  /** Performs due maintenance while there is nothing to append. */
  void maintain(Snapshot state) {
    try {
      if (broken) {
        repair();
      }
      boolean busy = snapshotting != null && !snapshotting.isDone();
      if (full && !busy && compactionDue()) {
        compact(state);
        busy = true;
      }
      if (!busy && rewriteWanted) {
        rewriteWanted = false;
        compact(state);
        busy = true;
      }
      if (!busy) {
        takeReserve();
      }
    } catch (IOException e) {
      logger.debug("failed to write to the data directory, will retry", e);
    }
  }

  private boolean compactionDue() {
    Instant now = env.clock().now();
    return revision != compactionTried || !now.isBefore(compactionTriedAt.plus(COMPACTION_RETRY));
  }

  private void takeReserve() {
    if (limits.reserveBytes() > 0) {
      try {
        // Keeps some additional space free, so that the disk is not full again immediately.
        reserve.ensure(reserveWanted(), full ? limits.reserveBytes() / 4 : 0);
      } catch (IOException e) {
        if (FileProblem.isNoSpace(e)) {
          becomeFull();
        } else {
          logger.warn("failed to reserve space in the data directory", e);
        }
        return;
      }
    }
    if (full) {
      logger.info(
          "data directory has free space again, accepting all writes: directory={}", directory);
    }
    full = false;
    if (!broken) {
      problem = null;
    }
  }

  /** Enough for the next snapshot, which is no larger than the last one and the logs since. */
  private long reserveWanted() {
    long step = limits.reserveBytes();
    return Math.min(MAX_RESERVE, (snapshotSize + size + olderBytes) / step * step + step);
  }

  /**
   * Starts a new log when the current one has grown large, and writes a snapshot of everything
   * before it.
   */
  void rotateIfLarge(Snapshot state) throws IOException {
    boolean busy = snapshotting != null && !snapshotting.isDone();
    boolean large =
        size + olderBytes >= Math.max(limits.logBytes(), snapshotSize) || olderLogs >= MAX_LOGS;
    if (!busy && large) {
      compact(state);
    }
  }

  private void compact(Snapshot state) throws IOException {
    compactionTried = state.revision();
    compactionTriedAt = env.clock().now();
    if (number != revision + 1) {
      try {
        replaceLog();
      } catch (IOException e) {
        // It is unknown whether the new log has its name, so the old one must not grow any more.
        failed(e);
        throw e;
      }
    }
    olderBytes = 0;
    olderLogs = 0;
    snapshotting = env.tasks().spawn("snapshot", () -> writeSnapshot(state));
  }

  /**
   * Replaces all files as soon as there is time, since records would be encrypted differently now.
   */
  void rewriteSoon() {
    rewriteWanted = true;
  }

  /**
   * Replaces all files if a record in them is not encrypted as it would be now, so that afterwards
   * neither older keys nor plain text are left.
   */
  void rewriteIfStale(Snapshot state) throws IOException {
    if (!stale) {
      return;
    }
    stale = false;
    compact(state);
    Task running = snapshotting;
    if (running != null) {
      running.join();
    }
    if (written == state.revision()) {
      logger.info(
          "rewrote the data directory with the first provider of each resource: directory={}",
          directory);
    }
  }

  private void writeSnapshot(Snapshot state) {
    try {
      Path file = names.snapshot(state.revision());
      var frames = new SnapshotFrames(state, state.revision(), Collections.emptySortedMap(), form);
      snapshotSize = SnapshotFile.write(files, file, frames);
      Objects.requireNonNull(acknowledged).snapshot(state.revision());
      names.deleteBefore(state.revision());
      written = state.revision();
    } catch (IOException e) {
      // The logs that it was to replace still exist; the next one replaces them too.
      logger.error("failed to write a snapshot, will retry when the log has grown", e);
    }
  }

  @Override
  public void close() throws IOException {
    problem = null;
    if (watching != null) {
      watching.cancel();
    }
    try (lock;
        Closeable _ = acknowledged;
        Closeable _ = journal) {
      journal = null;
      if (snapshotting != null) {
        snapshotting.join();
      }
    }
  }
}
