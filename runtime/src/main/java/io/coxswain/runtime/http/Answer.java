package io.coxswain.runtime.http;

import java.nio.charset.StandardCharsets;

/** A whole HTTP answer. */
public record Answer(int status, String contentType, byte[] body) {
  public static final Answer NOT_FOUND = text(404, "404 page not found\n");

  public static Answer text(int status, String body) {
    return new Answer(status, "text/plain; charset=utf-8", body.getBytes(StandardCharsets.UTF_8));
  }

  /** The body as text. */
  public String text() {
    return new String(body, StandardCharsets.UTF_8);
  }
}
