package io.coxswain.kube.host.serving;

import io.coxswain.runtime.http.EndpointResponse;
import io.coxswain.runtime.http.Handler;
import io.coxswain.runtime.http.Request;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ConcurrentSkipListSet;

/** Maps paths to handlers. Paths may be added while it serves. */
public final class Mux {
  private final Map<String, Handler> exact = new ConcurrentSkipListMap<>();
  private final Map<String, Handler> prefixes = new ConcurrentSkipListMap<>();
  private final ConcurrentSkipListSet<String> listed = new ConcurrentSkipListSet<>();

  /** Adds a handler for a path that is listed in the index. */
  void handle(String path, Handler handler) {
    exact.put(path, handler);
    listed.add(path);
  }

  /** As {@link #handle}, without listing the path. */
  void unlisted(String path, Handler handler) {
    exact.put(path, handler);
  }

  /** Adds a handler for all paths with a prefix; handlers of exact paths take precedence. */
  void unlistedPrefix(String prefix, Handler handler) {
    prefixes.put(prefix, handler);
  }

  List<String> paths() {
    return List.copyOf(listed);
  }

  /** The handler of the request's path. */
  public EndpointResponse answer(Request request) {
    Handler handler = exact.get(request.path());
    if (handler == null) {
      for (Map.Entry<String, Handler> each : prefixes.entrySet()) {
        if (request.path().startsWith(each.getKey())) {
          handler = each.getValue();
        }
      }
    }
    return handler == null ? EndpointResponse.NOT_FOUND : handler.handle(request);
  }
}
