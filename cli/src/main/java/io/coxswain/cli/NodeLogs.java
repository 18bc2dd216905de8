package io.coxswain.cli;

import io.coxswain.api.ObjectKey;
import io.coxswain.api.Timestamps;
import io.coxswain.apiserver.spi.PodLogs;
import io.coxswain.env.ApiResponse;
import io.coxswain.env.ApiStream;
import io.coxswain.env.CancelledException;
import io.coxswain.env.Clock;
import io.coxswain.node.logs.LogRequest;
import io.coxswain.node.logs.LogSource;
import io.coxswain.node.logs.LogStream;
import io.coxswain.node.logs.NoLogException;
import java.io.IOException;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Provides the logs of the nodes' containers to the API server. */
final class NodeLogs implements PodLogs {
  private final Clock clock;
  private final LogSource nodes;

  NodeLogs(Clock clock, LogSource nodes) {
    this.clock = clock;
    this.nodes = nodes;
  }

  @Override
  public ApiStream open(String namespace, String pod, String container, Options options)
      throws IOException {
    try {
      return new Shown(nodes.open(request(ObjectKey.of(namespace, pod), container, options)));
    } catch (NoLogException e) {
      throw new IOException(e.getMessage(), e);
    }
  }

  private LogRequest request(ObjectKey pod, String container, Options options) {
    LogRequest request = LogRequest.all(pod, container);
    request = options.follow() ? request.following() : request;
    request = options.previous() ? request.ofPrevious() : request;
    request = options.timestamps() ? request.withTimestamps() : request;
    request = options.tailLines() == null ? request : request.tail(options.tailLines());
    request = options.limitBytes() == null ? request : request.limit(options.limitBytes());
    Instant since = since(options);
    return since == null ? request : request.since(since);
  }

  private @Nullable Instant since(Options options) {
    if (options.sinceSeconds() != null) {
      return clock.now().minusSeconds(options.sinceSeconds());
    }
    return options.sinceTime() == null ? null : Timestamps.instant(options.sinceTime());
  }

  /** A log that exists. */
  private record Shown(LogStream log) implements ApiStream {
    @Override
    public int status() {
      return 200;
    }

    @Override
    public ApiResponse errorResponse() {
      throw new IllegalStateException("not refused");
    }

    @Override
    public byte @Nullable [] next() throws IOException, CancelledException {
      return log.next();
    }

    @Override
    public void close() {
      log.close();
    }
  }
}
