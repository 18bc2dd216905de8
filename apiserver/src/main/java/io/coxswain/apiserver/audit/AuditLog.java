package io.coxswain.apiserver.audit;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.apiserver.auth.User;
import io.coxswain.apiserver.rest.RequestInfo;
import io.coxswain.apiserver.spi.AuditOptions;
import io.coxswain.apiserver.spi.AuditOptions.Batch;
import io.coxswain.apiserver.spi.AuditOptions.Mode;
import io.coxswain.env.ApiRequest;
import io.coxswain.env.Env;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Records requests as a policy requires, in a file, on a server, or both. Thread-safe. */
public final class AuditLog implements AutoCloseable {
  /** As upstream, a longer ID of a client is cut. */
  private static final int MAX_ID_LENGTH = 64;

  /** A file needs no retries and no pauses. */
  private static final Batch OF_FILES =
      new Batch(10_000, 400, Duration.ZERO, Duration.ofSeconds(1));

  private final Env env;
  private final AuditPolicy policy;
  private final List<AuditSink> sinks = new ArrayList<>();

  /**
   * Opens the log; an existing file is continued.
   *
   * @throws IOException with a message for the user who named the files
   */
  public AuditLog(Env env, AuditOptions options) throws IOException {
    this.env = env;
    String name = options.policy().toString();
    try {
      this.policy = AuditPolicy.read(env.files().read(options.policy()), name);
    } catch (NoSuchFileException e) {
      throw new IOException(name + ": no such file", e);
    }
    AuditOptions.Log log = options.log();
    if (log != null) {
      sinks.add(sink(new AuditFile(env, log), log.mode(), OF_FILES));
    }
    AuditOptions.Webhook webhook = options.webhook();
    if (webhook != null) {
      sinks.add(sink(new AuditWebhook(webhook.transport()), webhook.mode(), webhook.batch()));
    }
  }

  private AuditSink sink(AuditBackend backend, Mode mode, Batch batch) {
    return mode == Mode.BATCH
        ? new BatchedSink(backend, env.timers(), batch)
        : new BlockingSink(backend, mode == Mode.BLOCKING_STRICT);
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

  /** Writes an event; false if the request must not go on without it. */
  boolean write(ObjectNode event) {
    byte[] json = Json.bytes(event);
    boolean recorded = true;
    for (AuditSink sink : sinks) {
      recorded &= sink.write(json);
    }
    return recorded;
  }

  @Override
  public void close() {
    sinks.forEach(AuditSink::close);
  }
}
