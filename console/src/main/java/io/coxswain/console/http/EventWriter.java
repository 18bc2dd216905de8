package io.coxswain.console.http;

import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.api.Json;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** Writes server-sent events. Each event reaches the browser at once. Not thread-safe. */
public final class EventWriter {
  public static final String CONTENT_TYPE = "text/event-stream; charset=utf-8";

  private static final int RETRY_MILLIS = 2000;

  private final OutputStream out;

  public EventWriter(OutputStream out) {
    this.out = out;
  }

  /** The first line: how long the browser waits before it reconnects. */
  public void begin() throws IOException {
    out.write(("retry: " + RETRY_MILLIS + "\n\n").getBytes(StandardCharsets.US_ASCII));
    out.flush();
  }

  /** An event without an id. */
  public void send(String event, JsonNode data) throws IOException {
    send("", event, data);
  }

  /**
   * An event.
   *
   * @param id of the state that it leads to; empty for none
   */
  public void send(String id, String event, JsonNode data) throws IOException {
    if (!id.isEmpty()) {
      out.write(("id: " + id + "\n").getBytes(StandardCharsets.US_ASCII));
    }
    out.write(("event: " + event + "\ndata: ").getBytes(StandardCharsets.US_ASCII));
    out.write(Json.bytes(data)); // JSON without line breaks
    out.write("\n\n".getBytes(StandardCharsets.US_ASCII));
    out.flush();
  }
}
