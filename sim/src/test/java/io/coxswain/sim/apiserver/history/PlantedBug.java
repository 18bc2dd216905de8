package io.coxswain.sim.apiserver.history;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.env.ApiRequest;
import io.coxswain.env.ApiResponse;
import io.coxswain.env.ApiStream;
import io.coxswain.env.ApiTransport;
import io.coxswain.env.ApiWatch;
import io.coxswain.env.CancelledException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** A server with something wrong, now and then. */
enum PlantedBug {
  /** An update is done whatever it had seen. */
  LOST_UPDATE,
  /** A get is answered with what an earlier one was. */
  STALE_READ,
  /** A list holds an older state of one object. */
  TORN_LIST,
  /** A watch leaves an event out. */
  MISSED_EVENT,
  /** A watch tells an event twice. */
  REPEATED_EVENT,
  /** A delete is answered but not done. */
  DELETE_NOT_DONE;

  private static final int NOW_AND_THEN = 7;

  ApiTransport in(ApiTransport sound) {
    return new Unsound(this, sound);
  }

  private static final class Unsound implements ApiTransport {
    private final PlantedBug bug;
    private final ApiTransport sound;
    private final AtomicInteger count = new AtomicInteger();
    private final Map<String, ApiResponse> earlier = new ConcurrentHashMap<>();
    private final Map<String, JsonNode> items = new ConcurrentHashMap<>();

    Unsound(PlantedBug bug, ApiTransport sound) {
      this.bug = bug;
      this.sound = sound;
    }

    private boolean now(PlantedBug which) {
      return bug == which && count.incrementAndGet() % NOW_AND_THEN == 0;
    }

    @Override
    public ApiResponse call(ApiRequest request) throws IOException, CancelledException {
      boolean single = request.path().matches(".*/serviceaccounts/.+");
      if (request.method().equals("PUT") && bug == LOST_UPDATE) {
        ObjectNode object = Json.tree(request.body());
        ((ObjectNode) object.path("metadata")).remove("resourceVersion");
        return sound.call(request.body("application/json", Json.bytes(object)));
      }
      if (request.method().equals("GET") && single && bug == STALE_READ) {
        ApiResponse old = earlier.get(request.path());
        if (old != null && now(STALE_READ)) {
          return old;
        }
        ApiResponse answer = sound.call(request);
        if (answer.ok()) {
          earlier.putIfAbsent(request.path(), answer);
        }
        return answer;
      }
      if (request.method().equals("DELETE") && now(DELETE_NOT_DONE)) {
        ApiResponse there = sound.call(ApiRequest.get(request.path()));
        return there.ok() ? there : sound.call(request);
      }
      ApiResponse answer = sound.call(request);
      return request.method().equals("GET") && !single && bug == TORN_LIST ? torn(answer) : answer;
    }

    private ApiResponse torn(ApiResponse answer) {
      ObjectNode list = Json.tree(answer.body());
      var found = list.withArray("items");
      for (int i = 0; i < found.size(); i++) {
        JsonNode first =
            items.putIfAbsent(found.get(i).at("/metadata/name").asText(), found.get(i));
        if (first != null && now(TORN_LIST)) {
          found.set(i, first);
        }
      }
      return new ApiResponse(answer.status(), answer.headers(), Json.bytes(list));
    }

    @Override
    public ApiWatch watch(ApiRequest request) throws IOException, CancelledException {
      return new UnsoundWatch(sound.watch(request));
    }

    @Override
    public ApiStream open(ApiRequest request) throws IOException, CancelledException {
      return sound.open(request);
    }

    private final class UnsoundWatch implements ApiWatch {
      private final ApiWatch inner;
      private @Nullable Frame again;

      UnsoundWatch(ApiWatch inner) {
        this.inner = inner;
      }

      @Override
      public int status() {
        return inner.status();
      }

      @Override
      public ApiResponse errorResponse() {
        return inner.errorResponse();
      }

      @Override
      public @Nullable Frame next() throws IOException, CancelledException {
        Frame repeated = again;
        if (repeated != null) {
          again = null;
          return repeated;
        }
        Frame frame = inner.next();
        boolean last =
            frame != null
                && new String(frame.object(), StandardCharsets.UTF_8).contains("the-last");
        if (frame != null && !last && now(MISSED_EVENT)) {
          frame = inner.next();
        }
        if (frame != null && !last && now(REPEATED_EVENT)) {
          again = frame;
        }
        return frame;
      }

      @Override
      public void close() {
        inner.close();
      }
    }
  }
}
