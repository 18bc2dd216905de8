package io.coxswain.apiserver.store;

import io.coxswain.apiserver.store.Acknowledged.Position;
import io.coxswain.env.Files;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads a data directory: the newest snapshot, then the chain of logs after it. Accepts only the
 * states that a crash can leave, which {@link DataDirectory} lists. Used once.
 */
final class Recovery {
  private static final Logger logger = LoggerFactory.getLogger(DataDirectory.class);

  private final Files files;
  private final Path directory;
  private final DataFiles names;
  private final @Nullable Acknowledged acknowledged;
  private final RecordForm form;
  private long number;
  private long size;
  private long revision;
  private long olderBytes;
  private int olderLogs;
  private long snapshotSize;

  /**
   * What was found.
   *
   * @param acknowledged how far the logs must reach from now on
   * @param last the log to continue; null if there is none
   * @param number the first revision of that log
   * @param size its valid length
   * @param olderBytes the total size of the logs between the snapshot and it
   */
  record Result(
      Acknowledged acknowledged,
      @Nullable LogFile last,
      long number,
      long size,
      long revision,
      long olderBytes,
      int olderLogs,
      long snapshot,
      long snapshotSize) {}

  /**
   * @param acknowledged null if the directory has no record of what was acknowledged
   */
  Recovery(DataFiles names, @Nullable Acknowledged acknowledged, RecordForm form) {
    this.form = form;
    this.names = names;
    this.acknowledged = acknowledged;
    this.files = names.files();
    this.directory = names.directory();
  }

  Result read(
      @Nullable Path snapshot, List<LogFile> logs, long firstRevision, DataDirectory.Reader reader)
      throws IOException {
    if (acknowledged == null) {
      checkUnused(snapshot, logs);
    } else {
      checkSnapshot(acknowledged, snapshot);
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
    return new Result(
        position(chain, snapshot),
        chain.isEmpty() ? null : chain.getLast(),
        number,
        size,
        revision,
        olderBytes,
        olderLogs,
        snapshot == null ? 0 : DataFiles.number(snapshot),
        snapshotSize);
  }

  /** Without the acknowledged position a directory is empty or of the first format. */
  private void checkUnused(@Nullable Path snapshot, List<LogFile> logs) throws IOException {
    Path note = directory.resolve(Acknowledged.NAME);
    if (snapshot == null && logs.isEmpty()) {
      for (String key : DataDirectory.KEYS) {
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
          names.log(DataFiles.number(snapshot) + 1), "does not exist, but " + snapshot + " does");
    }
  }

  private void checkSnapshot(Acknowledged known, @Nullable Path snapshot) throws IOException {
    long needed = known.position().snapshot();
    if (needed > (snapshot == null ? 0 : DataFiles.number(snapshot))) {
      throw FileFormat.lost(names.snapshot(needed), "does not exist");
    }
  }

  private long readSnapshot(Path snapshot, DataDirectory.Reader reader) throws IOException {
    SnapshotFile.Summary summary = SnapshotFile.read(files, snapshot, form, reader::snapshot);
    if (summary.revision() != DataFiles.number(snapshot)) {
      throw FileFormat.damaged(
          snapshot, 0, "it holds revision " + summary.revision() + ", which is not in its name");
    }
    snapshotSize = summary.bytes();
    return summary.revision();
  }

  private void checkBegin(@Nullable Path snapshot, List<LogFile> chain, long from)
      throws IOException {
    if (!chain.isEmpty()) {
      return; // read() checks the start of each
    }
    Position needed = acknowledged == null ? null : acknowledged.position();
    if (snapshot != null || (needed != null && needed.offset() > 0)) {
      throw FileFormat.lost(names.log(needed == null ? from + 1 : needed.log()), "does not exist");
    }
  }

  private void read(LogFile log, @Nullable LogFile next, DataDirectory.Reader reader)
      throws IOException {
    if (log.number() != revision + 1) {
      throw FileFormat.lost(
          names.log(revision + 1),
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
    LogFile.End end = log.read(files, revision, Math.min(limit, length), form, reader);
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

  /** Checks that the logs reach as far as was acknowledged; without a record, makes one. */
  private Acknowledged position(List<LogFile> chain, @Nullable Path snapshot) throws IOException {
    if (acknowledged != null) {
      Position needed = acknowledged.position();
      if (!chain.isEmpty() && needed.log() > chain.getLast().number()) {
        throw FileFormat.lost(names.log(needed.log()), "does not exist");
      }
      if (revision < needed.revision()) {
        throw FileFormat.lost(
            chain.isEmpty() ? directory : chain.getLast().path(),
            "ends at revision %d, but revision %d was acknowledged"
                .formatted(revision, needed.revision()));
      }
      return acknowledged;
    }
    return Acknowledged.create(
        files,
        directory,
        new Position(
            chain.isEmpty() ? revision + 1 : chain.getLast().number(),
            chain.isEmpty() ? 0 : size,
            revision,
            snapshot == null ? 0 : DataFiles.number(snapshot)));
  }
}
