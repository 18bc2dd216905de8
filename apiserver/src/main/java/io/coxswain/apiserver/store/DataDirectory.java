package io.coxswain.apiserver.store;

import io.coxswain.apiserver.store.Acknowledged.Position;
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
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The files that a store is kept in.
 *
 * <p>{@code log-N} holds the commits from revision N on, one frame per batch that was synced
 * together, after a header that names the log before it and how much of that one counts. {@code
 * snapshot-N} holds all objects as of revision N. From time to time a new log is begun and a
 * snapshot of everything before it is written; then older files are deleted. The state is that of
 * the newest snapshot and the logs after it. {@link Acknowledged} says how far the logs must reach.
 *
 * <p>Which states a crash can leave, and no others are accepted:
 *
 * <ul>
 *   <li>Logs and snapshots appear under their names complete and synced, in this order: {@code
 *       acknowledged}, the first log, keys; later a new log, then the snapshot that ends before it,
 *       then the note of this snapshot, then the deletion of what it replaces. So a log without its
 *       header, a gap between snapshot and log, keys without a log, and a missing {@code
 *       acknowledged} are damage.
 *   <li>A frame is written only when the one before it is on the disk. So an unsound frame is a
 *       write that was never acknowledged if it is at the end of the last log and not before the
 *       end noted in {@code acknowledged}: it is cut off with a warning. Anywhere else it is
 *       damage.
 * </ul>
 *
 * <p>After a write or a sync that failed, nothing is known about the end of the log: the kernel may
 * have dropped what it could not write, and reports that once only. So the log is never written
 * again. A new one takes its place, whose header says how much of the old one counts.
 *
 * <p>When the disk is full, a {@link SpaceReserve} is given back, and only commits that free space
 * are accepted until it could be taken again.
 *
 * <p>Except for {@link #accepts} and {@link #problem}, to be used by one task at a time.
 */
final class DataDirectory implements Closeable {
  private static final Logger logger = LoggerFactory.getLogger(DataDirectory.class);

  /** The files with keys and certificates, which are written when there is a log. */
  static final List<String> KEYS = List.of("ca.crt", "ca.key", "sa.seed");

  private static final int MAX_FRAME = 16 << 20;
  private static final int MAX_LOGS = 16;
  private static final long MAX_RESERVE = 1L << 30;
  private static final Duration RETRY = Duration.ofSeconds(5);
  private static final Duration COMPACTION_RETRY = Duration.ofMinutes(1);

  private final Env env;
  private final Files files;
  private final Path directory;
  private final Closeable lock;
  private final StoreLimits limits;
  private final SpaceReserve reserve;
  private @Nullable Acknowledged acknowledged;
  private @Nullable Journal journal;
  private LogFile.Head head = new LogFile.Head(FileFormat.CURRENT, 0, 0);
  private long number;
  private long size;
  private long revision;
  private boolean broken;

  /** The size of the logs that the next snapshot replaces, and their number. */
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

  private DataDirectory(Env env, Path directory, Closeable lock, StoreLimits limits) {
    this.env = env;
    this.files = env.files();
    this.directory = directory;
    this.lock = lock;
    this.limits = limits;
    this.reserve = new SpaceReserve(files, directory);
  }

  /**
   * Takes the directory for this process.
   *
   * @throws IOException with a message for whoever named the directory
   */
  static DataDirectory open(Env env, Path directory, StoreLimits limits) throws IOException {
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
    return new DataDirectory(env, at, lock, limits);
  }

  // ---- reading

  /** Receives the objects found, in the order of their commits. */
  interface Reader {
    void snapshot(Records.Entry entry);

    /** The snapshot has been read, if there is one; later commits follow. */
    void revision(long revision);

    void commit(Records.Entry entry);
  }

  /** Reads everything; afterwards commits can be appended. */
  void recover(long firstRevision, Reader reader) throws IOException {
    List<Path> snapshots = named("snapshot-");
    Path snapshot = snapshots.isEmpty() ? null : snapshots.getLast();
    List<LogFile> logs = logs();
    Acknowledged known = Acknowledged.open(files, directory);
    acknowledged = known;
    if (known == null) {
      checkUnused(snapshot, logs);
    } else {
      checkSnapshot(known, snapshot);
    }
    revision = firstRevision;
    if (snapshot != null) {
      revision = readSnapshot(snapshot, reader);
    }
    reader.revision(revision);

    long from = revision;
    List<LogFile> chain = logs.stream().filter(log -> log.number() > from).toList();
    checkBegin(snapshot, chain, from);
    for (int i = 0; i < chain.size(); i++) {
      read(chain.get(i), i + 1 < chain.size() ? chain.get(i + 1) : null, reader);
    }
    continueAfter(chain, snapshot);
    deleteBefore(snapshot == null ? 0 : number(snapshot));
  }

  private List<Path> named(String prefix) throws IOException {
    return files.list(directory).stream()
        .filter(path -> String.valueOf(path.getFileName()).matches(prefix + "\\d{19}"))
        .toList();
  }

  private List<LogFile> logs() throws IOException {
    var logs = new ArrayList<LogFile>();
    for (Path path : named("log-")) {
      logs.add(LogFile.of(files, path, number(path)));
    }
    return logs;
  }

  private static long number(Path file) {
    String name = String.valueOf(file.getFileName());
    return Long.parseLong(name.substring(name.indexOf('-') + 1));
  }

  private Path name(String prefix, long revision) {
    // Wide enough for any revision, so that the order of names is that of numbers.
    return directory.resolve(prefix + String.format(Locale.ROOT, "%019d", revision));
  }

  /** Without the note of what was acknowledged a directory is empty or of the first format. */
  private void checkUnused(@Nullable Path snapshot, List<LogFile> logs) throws IOException {
    Path note = directory.resolve(Acknowledged.NAME);
    if (snapshot == null && logs.isEmpty()) {
      for (String key : KEYS) {
        Path file = directory.resolve(key);
        if (files.exists(file)) {
          throw FileFormat.lost(
              note, "does not exist and neither does any log, but " + file + " does");
        }
      }
      return;
    }
    for (LogFile log : logs) {
      if (!log.isOld()) {
        throw FileFormat.lost(note, "does not exist, but " + log.path() + " does");
      }
    }
    if (logs.isEmpty() && snapshot != null) {
      throw FileFormat.lost(
          name("log-", number(snapshot) + 1), "does not exist, but " + snapshot + " does");
    }
  }

  private void checkSnapshot(Acknowledged known, @Nullable Path snapshot) throws IOException {
    long needed = known.position().snapshot();
    if (needed > (snapshot == null ? 0 : number(snapshot))) {
      throw FileFormat.lost(name("snapshot-", needed), "does not exist");
    }
  }

  private long readSnapshot(Path snapshot, Reader reader) throws IOException {
    SnapshotFile.Summary summary = SnapshotFile.read(files, snapshot, reader::snapshot);
    if (summary.revision() != number(snapshot)) {
      throw FileFormat.damaged(
          snapshot, 0, "it holds revision " + summary.revision() + ", which is not in its name");
    }
    snapshotSize = summary.bytes();
    return summary.revision();
  }

  private void checkBegin(@Nullable Path snapshot, List<LogFile> chain, long from)
      throws IOException {
    if (!chain.isEmpty()) {
      return; // read() checks where each begins
    }
    Position needed = acknowledged == null ? null : acknowledged.position();
    if (snapshot != null || (needed != null && needed.offset() > 0)) {
      throw FileFormat.lost(
          name("log-", needed == null ? from + 1 : needed.log()), "does not exist");
    }
  }

  private void read(LogFile log, @Nullable LogFile next, Reader reader) throws IOException {
    if (log.number() != revision + 1) {
      throw FileFormat.lost(
          name("log-", revision + 1),
          "does not exist: what is before it ends at revision %d, and %s begins at revision %d"
              .formatted(revision, log.path(), log.number()));
    }
    long length = files.size(log.path());
    if (log.head() == null && (next != null || acknowledged != null)) {
      throw FileFormat.lost(log.path(), "has no header: it has %d bytes".formatted(length));
    }
    long limit = length;
    if (next != null && next.head() != null && next.head().previous() == log.number()) {
      limit = next.head().previousSize();
    }
    LogFile.End end = log.read(files, revision, Math.min(limit, length), reader);
    checkEnd(log, next, end, limit);
    if (end.torn()) {
      logger.warn(
          "dropped the incomplete last write of the log, which was never acknowledged: file={}"
              + " offset={} bytes={}",
          log.path(),
          end.offset(),
          length - end.offset());
    }
    revision = end.revision();
    number = log.number();
    size = end.offset();
    if (next != null) {
      olderBytes += size;
      olderLogs++;
    }
  }

  private void checkEnd(LogFile log, @Nullable LogFile next, LogFile.End end, long limit)
      throws IOException {
    Position needed = acknowledged == null ? null : acknowledged.position();
    boolean noted = needed != null && needed.log() == log.number();
    long least = noted && needed != null ? needed.offset() : 0;
    if (next != null) {
      least = Math.max(least, limit);
    }
    if (end.offset() < least) {
      if (files.size(log.path()) >= least) {
        throw FileFormat.damaged(log.path(), end.offset(), "the data does not match its checksum");
      }
      throw FileFormat.lost(
          log.path(),
          "ends at byte %d with revision %d, but was acknowledged up to byte %d"
              .formatted(end.offset(), end.revision(), least));
    }
    boolean follows = next != null && next.head() != null && next.head().previous() == log.number();
    if (next != null && follows && end.revision() + 1 != next.number()) {
      throw FileFormat.lost(
          log.path(),
          "ends at byte %d with revision %d, but %s begins at revision %d"
              .formatted(end.offset(), end.revision(), next.path(), next.number()));
    }
  }

  private void continueAfter(List<LogFile> chain, @Nullable Path snapshot) throws IOException {
    Acknowledged known = acknowledged;
    if (known != null) {
      Position needed = known.position();
      if (!chain.isEmpty() && needed.log() > chain.getLast().number()) {
        throw FileFormat.lost(name("log-", needed.log()), "does not exist");
      }
      if (revision < needed.revision()) {
        throw FileFormat.lost(
            chain.isEmpty() ? directory : chain.getLast().path(),
            "ends at revision %d, but revision %d was acknowledged"
                .formatted(revision, needed.revision()));
      }
    } else {
      known =
          Acknowledged.create(
              files,
              directory,
              new Position(
                  chain.isEmpty() ? revision + 1 : chain.getLast().number(),
                  chain.isEmpty() ? 0 : size,
                  revision,
                  snapshot == null ? 0 : number(snapshot)));
      acknowledged = known;
    }
    if (chain.isEmpty()) {
      begin(new LogFile.Head(FileFormat.CURRENT, 0, 0));
    } else {
      reopen(chain.getLast());
    }
  }

  private void reopen(LogFile log) throws IOException {
    Journal opened = files.journal(log.path());
    journal = opened;
    if (size < opened.size()) {
      opened.truncate(size);
      opened.sync();
    }
    if (log.head() == null || log.isOld()) {
      // A directory of the first format goes on in a log of the current one.
      replaceLog();
      return;
    }
    head = log.head();
    noteAcknowledged();
  }

  // ---- writing

  /** Begins the log of the next revision. */
  private void begin(LogFile.Head next) throws IOException {
    long first = revision + 1;
    Journal created = LogFile.create(files, name("log-", first), first, next);
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
      logger.debug("cannot close a log that is not written any more", e);
    }
  }

  /** Begins a new log in place of one that is not to be written any more. */
  private void replaceLog() throws IOException {
    boolean empty = number == revision + 1;
    LogFile.Head next =
        empty
            ? new LogFile.Head(FileFormat.CURRENT, head.previous(), head.previousSize())
            : new LogFile.Head(FileFormat.CURRENT, number, size);
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
        logger.error("failed to note what was acknowledged; a later loss may go unnoticed", e);
      }
      noteFailed = true;
    }
  }

  /** Returns when the commits are on the disk. */
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

  private static long append(Journal to, List<Commit> commits) throws IOException {
    var records = new Records();
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

  /** One frame is on the disk before the next is written. */
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
      logger.warn("failed to give back the space reserve", e);
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

  /** As long as something is wrong, lets the task that writes look now and then. */
  private void watch() {
    while (problem != null) {
      env.clock().sleep(RETRY);
      wake.run();
    }
  }

  /** What to call to have {@link #maintain} called soon. */
  void wakeBy(Runnable call) {
    wake = call;
  }

  /** Why commits are not accepted; null if they are. */
  @Nullable String problem() {
    return problem;
  }

  /** Whether the commit may be appended: on a full disk only what frees space is. */
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
      old.truncate(size); // gives back the space of what is not going to be read
    } catch (IOException e) {
      logger.debug("cannot cut off the end of {}", name("log-", number), e);
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
    logger.info("began a new log after a failed write: file={}", name("log-", number));
  }

  /** Does what is due while there is nothing to append. */
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
      if (!busy) {
        takeReserve();
      }
    } catch (IOException e) {
      logger.debug("the data directory still cannot be written", e);
    }
  }

  private boolean compactionDue() {
    Instant now = env.clock().now();
    return revision != compactionTried || !now.isBefore(compactionTriedAt.plus(COMPACTION_RETRY));
  }

  private void takeReserve() {
    if (limits.reserveBytes() > 0) {
      try {
        // With some space left besides, lest the disk is full again at once.
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
      logger.info("there is space in the data directory again: directory={}", directory);
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

  /** Begins a new log when the present one has grown large, and lets a snapshot take its place. */
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
        // Whether the new log has its name is unknown, so the old one must not grow any more.
        failed(e);
        throw e;
      }
    }
    olderBytes = 0;
    olderLogs = 0;
    snapshotting = env.tasks().spawn("snapshot", () -> writeSnapshot(state));
  }

  private void writeSnapshot(Snapshot state) {
    try {
      Path file = name("snapshot-", state.revision());
      var frames = new SnapshotFrames(state, state.revision(), Collections.emptySortedMap());
      snapshotSize = SnapshotFile.write(files, file, frames);
      Objects.requireNonNull(acknowledged).snapshot(state.revision());
      deleteBefore(state.revision());
    } catch (IOException e) {
      // The logs that it was to replace are still there; the next one replaces them too.
      logger.error("failed to write a snapshot, will retry when the log has grown", e);
    }
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
