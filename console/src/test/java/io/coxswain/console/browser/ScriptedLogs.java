package io.coxswain.console.browser;

import io.coxswain.apiserver.spi.PodLogs;
import io.coxswain.env.ApiResponse;
import io.coxswain.env.ApiStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Collections;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Logs that a test has written. They end at once, as those of finished containers. */
final class ScriptedLogs implements PodLogs {
  private static final String TIME = "2026-01-01T00:00:00.000000000Z ";

  private final Map<String, String> logs = new ConcurrentHashMap<>();

  void write(String namespace, String pod, String... lines) {
    logs.put(namespace + "/" + pod, String.join("\n", lines) + "\n");
  }

  @Override
  public ApiStream open(String namespace, String pod, String container, Options options)
      throws IOException {
    String log = logs.get(namespace + "/" + pod);
    if (log == null) {
      throw new IOException("container \"" + container + "\" in pod \"" + pod + "\" has no log");
    }
    String shown =
        options.timestamps()
            ? log.lines().map(line -> TIME + line + "\n").collect(Collectors.joining())
            : log;
    return new Whole(shown.getBytes(StandardCharsets.UTF_8));
  }

  /** A stream of one part. */
  private static final class Whole implements ApiStream {
    private byte @Nullable [] rest;

    Whole(byte[] content) {
      this.rest = content;
    }

    @Override
    public int status() {
      return 200;
    }

    @Override
    public ApiResponse errorResponse() {
      return new ApiResponse(200, Collections.emptySortedMap(), new byte[0]);
    }

    @Override
    public byte @Nullable [] next() {
      byte[] next = rest;
      rest = null;
      return next;
    }

    @Override
    public void close() {
      rest = null;
    }
  }
}
