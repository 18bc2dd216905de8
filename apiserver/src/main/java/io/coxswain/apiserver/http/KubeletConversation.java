package io.coxswain.apiserver.http;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.apiserver.json.Meta;
import io.coxswain.apiserver.spi.Kubelets.SessionStreams;
import io.coxswain.apiserver.spi.PodSessions;
import io.coxswain.env.Tasks;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** An exec or attach session with a kubelet: one SPDY stream per channel. */
final class KubeletConversation implements PodSessions.Conversation, Spdy.Listener {
  private static final Logger log = LoggerFactory.getLogger(KubeletConversation.class);
  private static final int MAX_STATUS_BYTES = 64 * 1024;

  private static final int ERROR = 1;
  private static final int STDIN = 3;
  private static final int STDOUT = 5;
  private static final int STDERR = 7;
  private static final int RESIZE = 9;

  private final Spdy spdy;
  private final SessionStreams streams;
  private final StreamPipe output;
  private final StreamPipe errors;
  private final StreamPipe ended;
  private final ByteArrayOutputStream status = new ByteArrayOutputStream();

  private KubeletConversation(Spdy spdy, SessionStreams streams, Tasks tasks) {
    this.spdy = spdy;
    this.streams = streams;
    this.output = new StreamPipe(tasks);
    this.errors = new StreamPipe(tasks);
    this.ended = new StreamPipe(tasks);
  }

  static KubeletConversation begin(Spdy spdy, SessionStreams streams, Tasks tasks)
      throws IOException {
    var conversation = new KubeletConversation(spdy, streams, tasks);
    try {
      conversation.open(ERROR, "error", true);
      conversation.open(STDIN, "stdin", streams.stdin());
      conversation.open(STDOUT, "stdout", streams.stdout());
      conversation.open(STDERR, "stderr", streams.stderr() && !streams.tty());
      conversation.open(RESIZE, "resize", streams.tty());
    } catch (IOException e) {
      spdy.close();
      throw e;
    }
    tasks.spawn("kubelet session", conversation::run);
    return conversation;
  }

  private void open(int stream, String type, boolean wanted) throws IOException {
    if (wanted) {
      spdy.open(stream, Map.of("streamtype", type));
    }
  }

  private void run() {
    try {
      spdy.run(this);
    } catch (IOException e) {
      log.atDebug().addKeyValue("err", e.getMessage()).log("Session with kubelet ended early");
    } finally {
      output.end();
      errors.end();
      ended.end();
    }
  }

  @Override
  public void opened(int stream, Map<String, String> headers) throws IOException {
    throw new IOException("the kubelet opened a stream");
  }

  @Override
  public void received(int stream, byte[] data) throws IOException {
    switch (stream) {
      case STDOUT -> output.add(data);
      case STDERR -> errors.add(data);
      case ERROR -> {
        if (status.size() + data.length > MAX_STATUS_BYTES) {
          throw new IOException("a status of more than " + MAX_STATUS_BYTES + " bytes");
        }
        status.writeBytes(data);
      }
      default -> {} // nothing is sent on the others
    }
  }

  @Override
  public void ended(int stream) {
    switch (stream) {
      case STDOUT -> output.end();
      case STDERR -> errors.end();
      case ERROR -> ended.end();
      default -> {} // the program has closed its input
    }
  }

  @Override
  public OutputStream input() {
    return streams.stdin() ? new SpdyOutput(spdy, STDIN) : OutputStream.nullOutputStream();
  }

  @Override
  public InputStream output() {
    return output;
  }

  @Override
  public InputStream errors() {
    return streams.stderr() && !streams.tty() ? errors : InputStream.nullInputStream();
  }

  @Override
  public void resize(byte[] size) throws IOException {
    if (streams.tty()) {
      spdy.send(RESIZE, size, size.length);
    }
  }

  /** Waits for the status; its exit code is part of the failure. */
  @Override
  public int await() {
    try {
      var _ = ended.read();
    } catch (IOException e) {
      throw new IllegalStateException("the pipe never fails", e);
    }
    return 0;
  }

  @Override
  public @Nullable ObjectNode failure() {
    if (status.size() == 0) {
      return null; // as upstream: an empty status is a success
    }
    try {
      JsonNode sent = Json.MAPPER.readTree(status.toByteArray());
      return sent instanceof ObjectNode object && !Meta.text(object, "/status").equals("Success")
          ? object
          : null;
    } catch (IOException e) {
      ObjectNode failure = Json.MAPPER.createObjectNode();
      failure.putObject("metadata");
      return failure
          .put("status", "Failure")
          .put("message", "the kubelet sent a malformed status")
          .put("reason", "InternalError");
    }
  }

  @Override
  public void close() {
    spdy.close();
  }

  /** Closes a connection whose state is of no interest any more. */
  static void release(Closeable connection) {
    try {
      connection.close();
    } catch (IOException e) {
      log.atDebug().addKeyValue("err", e.getMessage()).log("Failed to close kubelet connection");
    }
  }

  /** The output to one stream. Closing it half-closes the stream. */
  static final class SpdyOutput extends OutputStream {
    private final Spdy spdy;
    private final int stream;
    private boolean closed;

    SpdyOutput(Spdy spdy, int stream) {
      this.spdy = spdy;
      this.stream = stream;
    }

    @Override
    public void write(int b) throws IOException {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] data, int from, int length) throws IOException {
      byte[] bytes = Arrays.copyOfRange(data, from, from + length);
      spdy.send(stream, bytes, bytes.length);
    }

    @Override
    public void close() throws IOException {
      if (!closed) {
        closed = true;
        spdy.end(stream);
      }
    }
  }
}
