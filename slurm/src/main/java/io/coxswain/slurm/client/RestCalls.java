package io.coxswain.slurm.client;

import io.coxswain.env.CancelledException;
import io.coxswain.env.Env;
import io.coxswain.env.Http;
import io.coxswain.slurm.client.SlurmException.Kind;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Single calls to slurmrestd: headers, errors, and retries.
 *
 * <p>A read-only call is retried up to four times if there was no complete response or the server
 * failed. A call that changes something is retried only if the server was too busy to process it.
 * Any call is retried once with another token if the first may have been rejected.
 */
final class RestCalls {
  private static final int MAX_ATTEMPTS = 4;
  private static final Duration FIRST_WAIT = Duration.ofMillis(250);
  private static final Duration MAX_WAIT = Duration.ofSeconds(2);

  /** For one try; lists of a large cluster take their time. */
  private static final Duration TIMEOUT = Duration.ofMinutes(2);

  /** Room for 100,000 jobs as the newest version describes them. */
  private static final long MAX_BYTES = 2L << 30;

  /** The maximum number of bytes read of an error response. */
  private static final int MAX_ERROR_BYTES = 64 * 1024;

  private static final int ESLURM_INVALID_JOB_ID = 2017;
  private static final int ESLURM_INVALID_NODE_NAME = 2018;
  private static final int ESLURM_REST_EMPTY_RESULT = 9003;

  private final Env env;
  private final URI server;
  private final String user;
  private final SlurmTokens tokens;

  RestCalls(Env env, URI server, String user, SlurmTokens tokens) {
    this.env = env;
    this.server = server;
    this.user = user;
    this.tokens = tokens;
  }

  URI server() {
    return server;
  }

  /** Parses the body of a response; called again for each retry. */
  @FunctionalInterface
  interface Reader<T> {
    T read(InputStream body) throws IOException, Refusal;
  }

  /** Slurm responded with an error. */
  static final class Refusal extends Exception {
    private final transient Envelope envelope;

    Refusal(Envelope envelope) {
      super(text(envelope.errors()));
      this.envelope = envelope;
    }
  }

  private static String text(List<Envelope.Fault> errors) {
    return errors.stream().map(Envelope.Fault::text).collect(Collectors.joining("; "));
  }

  /** Reads an envelope and rejects it if it contains errors. */
  static Envelope envelope(InputStream body, Envelope.Content content) throws IOException, Refusal {
    Envelope envelope = Envelope.read(body, content);
    if (!envelope.errors().isEmpty()) {
      throw new Refusal(envelope);
    }
    return envelope;
  }

  /** Asks; nothing changes by it. */
  <T> T get(String path, Reader<T> reader) throws SlurmException, CancelledException {
    return call("GET", path, null, false, reader);
  }

  /** Requests a change, with the method GET: Slurm has such. */
  <T> T command(String path, Reader<T> reader) throws SlurmException, CancelledException {
    return call("GET", path, null, true, reader);
  }

  <T> T post(String path, byte[] body, Reader<T> reader) throws SlurmException, CancelledException {
    return call("POST", path, body, true, reader);
  }

  private <T> T call(
      String method, String path, byte @Nullable [] body, boolean changes, Reader<T> reader)
      throws SlurmException, CancelledException {
    boolean renewed = false;
    Duration wait = FIRST_WAIT;
    for (int tries = 1; ; tries++) {
      String token = tokens.token();
      Failure failure;
      try {
        return once(method, path, body, token, reader);
      } catch (Failure e) {
        failure = e;
      }
      if (failure.mayBeToken && !renewed && tokens.refused(token)) {
        renewed = true; // a refused call has changed nothing
        continue;
      }
      if (tries == MAX_ATTEMPTS || !(changes ? failure.notLookedAt : failure.passing)) {
        String after = tries == 1 ? "" : " (tried " + tries + " times)";
        throw new SlurmException(
            failure.kind,
            method + " " + server + path + ": " + failure.getMessage() + after,
            failure.getCause());
      }
      env.clock().sleep(wait);
      wait = wait.multipliedBy(2).compareTo(MAX_WAIT) > 0 ? MAX_WAIT : wait.multipliedBy(2);
    }
  }

  /** Why one try did not succeed. */
  private static final class Failure extends Exception {
    private final Kind kind;
    private final boolean passing;
    private final boolean notLookedAt;
    private final boolean mayBeToken;

    Failure(
        Kind kind,
        String message,
        boolean passing,
        boolean notLookedAt,
        boolean mayBeToken,
        @Nullable Exception cause) {
      super(message, cause);
      this.kind = kind;
      this.passing = passing;
      this.notLookedAt = notLookedAt;
      this.mayBeToken = mayBeToken;
    }
  }

  private <T> T once(
      String method, String path, byte @Nullable [] body, String token, Reader<T> reader)
      throws Failure, CancelledException {
    Http.Request request =
        Http.Request.get(URI.create(server + path), TIMEOUT, MAX_BYTES)
            .with("Content-Type", "application/json")
            .with("X-SLURM-USER-NAME", user);
    if (!token.isEmpty()) {
      request = request.with("X-SLURM-USER-TOKEN", token);
    }
    if (method.equals("POST")) {
      request = request.post(body == null ? new byte[0] : body);
    }
    try (Http.Answer answer = env.http().open(request)) {
      if (answer.status() / 100 == 2) {
        return reader.read(answer.body());
      }
      throw failure(answer.status(), answer.body().readNBytes(MAX_ERROR_BYTES));
    } catch (Refusal e) {
      throw refusal(200, e.envelope, String.valueOf(e.getMessage()));
    } catch (IOException e) {
      throw new Failure(Kind.UNREADABLE, why(e), true, false, false, e);
    }
  }

  private static String why(IOException e) {
    String message = e.getMessage();
    return message == null || message.isEmpty() ? e.getClass().getSimpleName() : message;
  }

  private static Failure failure(int status, byte[] body) {
    try {
      Envelope envelope = Envelope.read(new ByteArrayInputStream(body), (field, json) -> false);
      if (!envelope.errors().isEmpty()) {
        return refusal(status, envelope, text(envelope.errors()));
      }
    } catch (IOException e) {
      // not Slurm's form; its text is shown below
    }
    String text = new String(body, StandardCharsets.UTF_8).strip();
    String shown = "HTTP " + status + (text.isEmpty() ? "" : ": " + firstLine(text));
    return switch (status) {
      case 401, 403 -> new Failure(Kind.UNAUTHENTICATED, shown, false, true, true, null);
      case 404, 405, 501 -> new Failure(Kind.UNSUPPORTED, shown, false, true, false, null);
      case 429 -> new Failure(Kind.UNREADABLE, shown, true, true, false, null);
      default ->
          status >= 500
              ? new Failure(Kind.UNREADABLE, shown, true, false, false, null)
              : new Failure(Kind.REFUSED, shown, false, true, false, null);
    };
  }

  private static String firstLine(String text) {
    String line = text.lines().findFirst().orElse("");
    return line.length() > 300 ? line.substring(0, 300) + "..." : line;
  }

  /** Errors in Slurm's own form, whatever the status. */
  private static Failure refusal(int status, Envelope envelope, String text) {
    String lower = text.toLowerCase(Locale.ROOT);
    String shown = (status == 200 ? "" : "HTTP " + status + ": ") + text;
    if (envelope.errors().stream().anyMatch(RestCalls::saysMissing)) {
      return new Failure(Kind.NOT_FOUND, shown, false, false, false, null);
    }
    if (status == 401 || status == 403 || lower.contains("authenticat")) {
      return new Failure(Kind.UNAUTHENTICATED, shown, false, true, true, null);
    }
    if (status >= 500) {
      // 22.05 has no better words for a token that slurmctld did not take
      boolean unspecified = lower.contains("unspecified error");
      String hint = unspecified ? "; a refused token may look like this" : "";
      return new Failure(Kind.UNREADABLE, shown + hint, true, false, unspecified, null);
    }
    boolean passing =
        lower.contains("unable to contact")
            || lower.contains("timed out")
            || lower.contains("connection");
    return new Failure(
        passing ? Kind.UNREADABLE : Kind.REFUSED, shown, passing, false, false, null);
  }

  private static boolean saysMissing(Envelope.Fault fault) {
    long number = fault.number().orElse(0);
    return number == ESLURM_INVALID_JOB_ID
        || number == ESLURM_INVALID_NODE_NAME
        || number == ESLURM_REST_EMPTY_RESULT
        || fault.text().toLowerCase(Locale.ROOT).contains("invalid node name");
  }
}
