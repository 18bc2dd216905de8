package io.coxswain.apiserver.audit;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.apiserver.auth.User;
import io.coxswain.apiserver.rest.RequestInfo;
import io.coxswain.apiserver.spi.AuditOptions;
import io.coxswain.env.ApiRequest;
import io.coxswain.env.Env;
import io.coxswain.env.FileProblem;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes audit events to a file, one line of JSON each, and starts a new file when it has become
 * large. Thread-safe: an event is written before the request goes on.
 */
public final class AuditLog implements AutoCloseable {
  /** As upstream, a longer ID of a client is cut. */
  private static final int MAX_ID_LENGTH = 64;

  private static final Logger log = LoggerFactory.getLogger(AuditLog.class);
  private static final int READABLE_BY_OWNER = 0600;
  private static final DateTimeFormatter SUFFIX =
      DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH-mm-ss.SSS").withZone(ZoneOffset.UTC);

  private final Env env;
  private final AuditPolicy policy;
  private final Path file;
  private final long maxBytes;
  private final int maxBackups;
  private final ReentrantLock lock = new ReentrantLock();
  private @Nullable OutputStream out;
  private long written;
  private boolean failing;

  /**
   * Opens the log; an existing file is continued.
   *
   * @throws IOException with a message for the user who named the files
   */
  public AuditLog(Env env, AuditOptions options) throws IOException {
    this.env = env;
    this.file = options.file();
    this.maxBytes = options.maxMegabytes() * 1024L * 1024;
    this.maxBackups = options.maxBackups();
    String name = options.policy().toString();
    try {
      this.policy = AuditPolicy.read(env.files().read(options.policy()), name);
    } catch (NoSuchFileException e) {
      throw new IOException(name + ": no such file", e);
    }
    try {
      var _ = open();
    } catch (IOException e) {
      throw new IOException(file + ": cannot be written: " + FileProblem.why(e), e);
    }
  }

  private OutputStream open() throws IOException {
    if (!env.files().exists(file)) {
      env.files().create(file, new byte[0], READABLE_BY_OWNER);
    }
    written = env.files().size(file);
    OutputStream opened = env.files().append(file);
    out = opened;
    return opened;
  }

  /** The trail of a request; empty if nothing of it is recorded. */
  public Optional<AuditTrail> begin(
      RequestInfo info, ApiRequest request, User user, @Nullable String peer) {
    AuditPolicy.Decision decision = policy.decide(info, request.path(), user);
    if (decision.level() == AuditPolicy.Level.None) {
      return Optional.empty();
    }
    String given = request.header("audit-id");
    String id =
        given == null
            ? env.entropy().uuid().toString()
            : given.substring(0, Math.min(given.length(), MAX_ID_LENGTH));
    return Optional.of(new AuditTrail(this, env.clock(), decision, info, request, user, peer, id));
  }

  /** Writes an event. A failure is logged once, until writing succeeds again. */
  void write(ObjectNode event) {
    byte[] json = Json.bytes(event);
    lock.lock();
    try {
      if (maxBytes > 0 && written > 0 && written + json.length + 1 > maxBytes) {
        rotate();
      }
      OutputStream target = out == null ? open() : out;
      byte[] line = Arrays.copyOf(json, json.length + 1);
      line[json.length] = '\n';
      target.write(line);
      target.flush();
      written += line.length;
      failing = false;
    } catch (IOException e) {
      if (!failing) {
        failing = true;
        log.error("failed to write audit event: file={} err={}", file, FileProblem.why(e));
      }
    } finally {
      lock.unlock();
    }
  }

  private void rotate() throws IOException {
    close();
    String name = String.valueOf(file.getFileName());
    int dot = name.lastIndexOf('.');
    String stem = dot < 0 ? name : name.substring(0, dot);
    String extension = dot < 0 ? "" : name.substring(dot);
    env.files()
        .rename(
            file, file.resolveSibling(stem + "-" + SUFFIX.format(env.clock().now()) + extension));
    Path folder = file.toAbsolutePath().getParent();
    if (maxBackups > 0 && folder != null) {
      List<Path> backups = new ArrayList<>();
      for (Path each : env.files().list(folder)) {
        String other = String.valueOf(each.getFileName());
        if (other.startsWith(stem + "-") && other.endsWith(extension)) {
          backups.add(each);
        }
      }
      backups.sort(null);
      for (Path old : backups.subList(0, Math.max(0, backups.size() - maxBackups))) {
        env.files().delete(old);
      }
    }
    open();
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
