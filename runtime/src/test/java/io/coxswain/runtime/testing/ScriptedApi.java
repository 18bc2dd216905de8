package io.coxswain.runtime.testing;

import io.coxswain.env.ApiRequest;
import io.coxswain.env.ApiResponse;
import io.coxswain.env.ApiStream;
import io.coxswain.env.ApiTransport;
import io.coxswain.env.ApiWatch;
import io.coxswain.env.Mailbox;
import io.coxswain.env.Tasks;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** An API server whose responses the test provides. Requests wait until the test takes them. */
public final class ScriptedApi implements ApiTransport {
  private final Tasks tasks;
  private final Mailbox<Call> calls;
  private final Mailbox<Watching> watches;
  private final List<ApiRequest> seen = Collections.synchronizedList(new ArrayList<>());

  public ScriptedApi(Tasks tasks) {
    this.tasks = tasks;
    this.calls = new Mailbox<>(tasks, 100);
    this.watches = new Mailbox<>(tasks, 100);
  }

  /** A request that waits for its response. */
  public static final class Call {
    private final ApiRequest request;
    private final Mailbox<ApiResponse> answer;

    Call(Tasks tasks, ApiRequest request) {
      this.request = request;
      this.answer = new Mailbox<>(tasks, 1);
    }

    public ApiRequest request() {
      return request;
    }

    public String body() {
      return new String(request.body(), StandardCharsets.UTF_8);
    }

    public void answer(int status, String body) {
      answer(status, body, new TreeMap<>());
    }

    public void answer(int status, String body, SortedMap<String, List<String>> headers) {
      answer.offer(new ApiResponse(status, headers, bytes(body)));
    }

    /** Drops the response. */
    public void drop() {
      answer.close();
    }
  }

  /** A watch that waits to be opened and for its frames. */
  public static final class Watching implements ApiWatch {
    private final ApiRequest request;
    private final Mailbox<Frame> frames;
    private final Mailbox<ApiResponse> opening;
    private volatile @Nullable ApiResponse refusal;
    private volatile boolean broken;
    private volatile boolean closed;

    Watching(Tasks tasks, ApiRequest request) {
      this.request = request;
      this.frames = new Mailbox<>(tasks, 10_000);
      this.opening = new Mailbox<>(tasks, 1);
    }

    public ApiRequest request() {
      return request;
    }

    public Watching open() {
      opening.offer(new ApiResponse(200, new TreeMap<>(), new byte[0]));
      return this;
    }

    public void refuse(int status, String body) {
      opening.offer(new ApiResponse(status, new TreeMap<>(), bytes(body)));
    }

    public Watching send(String type, String object) {
      frames.offer(new Frame(type, bytes(object)));
      return this;
    }

    public void end() {
      frames.close();
    }

    /** Cuts the connection. */
    public void cut() {
      broken = true;
      frames.close();
    }

    public boolean isClosed() {
      return closed;
    }

    @Override
    public int status() {
      return refusal == null ? 200 : refusal.status();
    }

    @Override
    public ApiResponse errorResponse() {
      if (refusal == null) {
        throw new IllegalStateException("the watch is open");
      }
      return refusal;
    }

    @Override
    public @Nullable Frame next() throws IOException {
      Frame frame = frames.take();
      if (frame == null && broken) {
        throw new IOException("connection reset");
      }
      return frame;
    }

    @Override
    public void close() {
      closed = true;
    }
  }

  @Override
  public ApiResponse call(ApiRequest request) throws IOException {
    seen.add(request);
    var call = new Call(tasks, request);
    calls.offer(call);
    ApiResponse response = call.answer.take();
    if (response == null) {
      throw new IOException("connection reset");
    }
    return response;
  }

  @Override
  public ApiWatch watch(ApiRequest request) {
    seen.add(request);
    var watching = new Watching(tasks, request);
    watches.offer(watching);
    ApiResponse opening = watching.opening.take();
    if (opening != null && opening.status() != 200) {
      watching.refusal = opening;
    }
    return watching;
  }

  @Override
  public ApiStream open(ApiRequest request) throws IOException {
    throw new IOException("not scripted");
  }

  /** Waits for the next request. */
  public Call nextCall() {
    Call call = calls.take();
    if (call == null) {
      throw new IllegalStateException();
    }
    return call;
  }

  /** Waits for the next watch. */
  public Watching nextWatch() {
    Watching watch = watches.take();
    if (watch == null) {
      throw new IllegalStateException();
    }
    return watch;
  }

  /** The number of requests that the test has not taken. */
  public int pending() {
    return calls.size() + watches.size();
  }

  public List<ApiRequest> seen() {
    return List.copyOf(seen);
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
