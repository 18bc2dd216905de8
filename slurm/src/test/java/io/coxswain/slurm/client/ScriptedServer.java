package io.coxswain.slurm.client;

import io.coxswain.env.Http;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Answers by the path: what is queued for it, the last of it again and again; else 404. */
public final class ScriptedServer implements Http {
  public final List<Request> asked = new ArrayList<>();
  private final Map<String, Deque<Reply>> replies = new TreeMap<>();

  private record Reply(int status, String body, boolean breaksOff, boolean lost) {}

  public ScriptedServer on(String path, int status, String body) {
    return add(path, new Reply(status, body, false, false));
  }

  public ScriptedServer breakingOff(String path, String body) {
    return add(path, new Reply(200, body, true, false));
  }

  public ScriptedServer lost(String path) {
    return add(path, new Reply(0, "", false, true));
  }

  private ScriptedServer add(String path, Reply reply) {
    replies.computeIfAbsent(path, p -> new ArrayDeque<>()).add(reply);
    return this;
  }

  public List<String> lines() {
    return asked.stream().map(r -> r.method() + " " + r.uri().getRawPath() + query(r)).toList();
  }

  private static String query(Request request) {
    return request.uri().getRawQuery() == null ? "" : "?" + request.uri().getRawQuery();
  }

  @Override
  public Answer open(Request request) throws IOException {
    asked.add(request);
    Deque<Reply> queue = replies.get(request.uri().getPath());
    if (queue == null) {
      return answer(404, "Unable find requested URL. Please view /openapi/v3 for API reference.");
    }
    Reply reply = queue.size() > 1 ? queue.removeFirst() : queue.getFirst();
    if (reply.lost) {
      throw new IOException("connection reset");
    }
    if (reply.breaksOff) {
      return new Answer(
          reply.status, new SequenceInputStream(answer(200, reply.body).body(), new Broken()));
    }
    return answer(reply.status, reply.body);
  }

  private static Answer answer(int status, String body) {
    return new Answer(status, new ByteArrayInputStream(body.getBytes(StandardCharsets.UTF_8)));
  }

  private static final class Broken extends InputStream {
    @Override
    public int read() throws IOException {
      throw new IOException("closed");
    }

    @Override
    public int read(byte[] into, int offset, int length) throws IOException {
      throw new IOException("closed");
    }
  }
}
