package io.coxswain.apiserver.audit;

import io.coxswain.apiserver.spi.AuditOptions;
import io.coxswain.env.Env;
import io.coxswain.env.FileProblem;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes audit events to a file, one line of JSON each, and starts a new file when it has become
 * large. Old files are deleted by number and age when a new one is started. Thread-safe.
 */
final class AuditFile implements AuditBackend {
  private static final Logger log = LoggerFactory.getLogger(AuditFile.class);
  private static final int READABLE_BY_OWNER = 0600;
  private static final DateTimeFormatter SUFFIX =
      DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH-mm-ss.SSS").withZone(ZoneOffset.UTC);

  private final Env env;
  private final AuditOptions.Log options;
  private final Path file;
  private final long maxBytes;
  private final String stem;
  private final String extension;
  private final ReentrantLock lock = new ReentrantLock();
  private @Nullable OutputStream out;
  private long written;

  /**
   * Opens the file; an existing one is continued.
   *
   * @throws IOException with a message for the user who named the file
   */
  AuditFile(Env env, AuditOptions.Log options) throws IOException {
    this.env = env;
    this.options = options;
    this.file = options.file();
    this.maxBytes = options.maxMegabytes() * 1024L * 1024;
    String name = String.valueOf(file.getFileName());
    int dot = name.lastIndexOf('.');
    this.stem = dot < 0 ? name : name.substring(0, dot);
    this.extension = dot < 0 ? "" : name.substring(dot);
    try {
      var _ = open();
    } catch (IOException e) {
      throw new IOException(file + ": cannot be written: " + FileProblem.why(e), e);
    }
  }

  @Override
  public String name() {
    return "file=" + file;
  }

  private OutputStream open() throws IOException {
    if (!env.files().exists(file)) {
      env.files().create(file, new byte[0], READABLE_BY_OWNER);
    }
    written = env.files().size(file);
    OutputStream opened = env.files().append(file);
    out = opened;
    deleteOld();
    return opened;
  }

  @Override
  public void send(List<byte[]> events) throws IOException {
    lock.lock();
    try {
      for (byte[] event : events) {
        write(event);
      }
    } catch (IOException e) {
      throw new IOException(FileProblem.why(e), e);
    } finally {
      lock.unlock();
    }
  }

  private void write(byte[] json) throws IOException {
    if (maxBytes > 0 && written > 0 && written + json.length + 1 > maxBytes) {
      rotate();
    }
    OutputStream target = out == null ? open() : out;
    byte[] line = Arrays.copyOf(json, json.length + 1);
    line[json.length] = '\n';
    target.write(line);
    target.flush();
    written += line.length;
  }

  private void rotate() throws IOException {
    close();
    String backup = stem + "-" + SUFFIX.format(env.clock().now()) + extension;
    env.files().rename(file, file.resolveSibling(backup));
    open();
  }

  /** Deletes old files beyond the number or the age that is kept. */
  private void deleteOld() throws IOException {
    Path folder = file.toAbsolutePath().getParent();
    if (folder == null || (options.maxBackups() == 0 && options.maxAge() == 0)) {
      return;
    }
    List<Path> backups = new ArrayList<>();
    for (Path each : env.files().list(folder)) {
      if (begun(each) != null) {
        backups.add(each);
      }
    }
    backups.sort(null);
    int most = options.maxBackups() == 0 ? backups.size() : options.maxBackups();
    Instant since = env.clock().now().minus(Duration.ofDays(options.maxAge()));
    for (int i = 0; i < backups.size(); i++) {
      Instant time = begun(backups.get(i));
      boolean old = options.maxAge() > 0 && time != null && time.isBefore(since);
      if (old || i < backups.size() - most) {
        env.files().delete(backups.get(i));
      }
    }
  }

  /** The time in the name of an old file of this log; null for any other file. */
  private @Nullable Instant begun(Path other) {
    String name = String.valueOf(other.getFileName());
    int fixed = stem.length() + 1 + extension.length();
    if (!name.startsWith(stem + "-") || !name.endsWith(extension) || name.length() <= fixed) {
      return null;
    }
    String time = name.substring(stem.length() + 1, name.length() - extension.length());
    try {
      return SUFFIX.parse(time, Instant::from);
    } catch (DateTimeException e) {
      return null;
    }
  }

  @Override
  public void close() {
    lock.lock();
    try {
      if (out != null) {
        out.close();
      }
      out = null;
    } catch (IOException e) {
      log.debug("failed to close the audit log: {}", e.getMessage());
    } finally {
      lock.unlock();
    }
  }
}
