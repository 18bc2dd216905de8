package io.coxswain.apiserver.http;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.apiserver.rest.PodSession;
import io.coxswain.apiserver.spi.PodSessions;
import io.coxswain.env.Task;
import io.coxswain.env.Tasks;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One exec or attach: carries bytes between a program and a client until either ends. */
final class RemoteCommandSession {
  private static final Logger log = LoggerFactory.getLogger(RemoteCommandSession.class);

  private final PodSession.Talk wanted;
  private final Channels client;
  private final Tasks tasks;
  private volatile PodSessions.@Nullable Conversation conversation;

  RemoteCommandSession(PodSession.Talk wanted, Channels client, Tasks tasks) {
    this.wanted = wanted;
    this.client = client;
    this.tasks = tasks;
  }

  void start() throws IOException {
    PodSessions.Conversation opened;
    try {
      opened = wanted.opening().open();
    } catch (IOException e) {
      finish(failure("InternalError", "error executing command in container: " + e.getMessage()));
      return;
    }
    conversation = opened;
    var pumps = new ArrayList<Task>();
    if (wanted.stdout()) {
      pumps.add(tasks.spawn("stdout", () -> pump(opened.output(), Channels.STDOUT)));
    }
    if (wanted.stderr() || wanted.tty()) {
      int channel = wanted.tty() ? Channels.STDOUT : Channels.STDERR;
      pumps.add(tasks.spawn("stderr", () -> pump(opened.errors(), channel)));
    }
    if (!wanted.stdin()) {
      endInput();
    }
    tasks.spawn(
        "session",
        () -> {
          int code = opened.await();
          pumps.forEach(Task::join);
          ObjectNode failure = opened.failure();
          finish(failure != null ? failure : code == 0 ? success() : exited(code));
        });
  }

  private void pump(InputStream from, int channel) {
    var buffer = new byte[32 << 10];
    try (from) {
      for (int read = from.read(buffer); read >= 0; read = from.read(buffer)) {
        client.send(channel, buffer, read);
      }
    } catch (IOException e) {
      log.debug("stream of an exec session ended early: {}", e.getMessage());
    }
  }

  void input(byte[] data, int from) {
    PodSessions.Conversation open = conversation;
    if (open == null) {
      return;
    }
    try {
      open.input().write(data, from, data.length - from);
      open.input().flush();
    } catch (IOException e) {
      log.debug("program closed its standard input: {}", e.getMessage());
    }
  }

  /** Forwards the size of the client's terminal. */
  void resize(byte[] size) {
    PodSessions.Conversation open = conversation;
    if (open == null || !wanted.tty()) {
      return;
    }
    try {
      open.resize(size);
    } catch (IOException e) {
      log.debug("failed to resize a terminal: {}", e.getMessage());
    }
  }

  void endInput() {
    PodSessions.Conversation open = conversation;
    if (open == null) {
      return;
    }
    try {
      open.input().close();
    } catch (IOException e) {
      log.debug("program closed its standard input: {}", e.getMessage());
    }
  }

  /** Ends the session after the client has disconnected. */
  void close() {
    PodSessions.Conversation open = conversation;
    if (open == null) {
      return;
    }
    try {
      open.close();
    } catch (IOException e) {
      log.debug("failed to stop a program: {}", e.getMessage());
    }
  }

  private void finish(ObjectNode status) {
    byte[] bytes =
        client.sendsStatusObjects()
            ? Json.bytes(status)
            : status.path("message").asText("").getBytes(StandardCharsets.UTF_8);
    try {
      if (bytes.length > 0) {
        client.send(Channels.ERROR, bytes, bytes.length);
      }
      client.end();
    } catch (IOException e) {
      log.debug("client of an exec session disconnected: {}", e.getMessage());
    }
  }

  private static ObjectNode success() {
    ObjectNode status = Json.MAPPER.createObjectNode();
    status.putObject("metadata");
    return status.put("status", "Success");
  }

  private static ObjectNode failure(String reason, String message) {
    ObjectNode status = Json.MAPPER.createObjectNode();
    status.putObject("metadata");
    return status.put("status", "Failure").put("message", message).put("reason", reason);
  }

  private static ObjectNode exited(int code) {
    ObjectNode status =
        failure(
            "NonZeroExitCode", "command terminated with non-zero exit code: exit status " + code);
    status
        .putObject("details")
        .putArray("causes")
        .addObject()
        .put("reason", "ExitCode")
        .put("message", Integer.toString(code));
    return status;
  }
}
