package io.coxswain.kube.host.serving;

import io.coxswain.runtime.http.EndpointResponse;
import io.coxswain.runtime.http.Handler;
import io.coxswain.runtime.http.Request;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ConcurrentSkipListSet;

/** What answers at which path. Paths may be added while it serves. */
public final class Mux {
  private final Map<String, Handler> exact = new ConcurrentSkipListMap<>();
  private final Map<String, Handler> prefixes = new ConcurrentSkipListMap<>();
  private final ConcurrentSkipListSet<String> listed = new ConcurrentSkipListSet<>();

  /** Answers at the path, which is told to who asks what there is. */
  void handle(String path, Handler handler) {
    exact.put(path, handler);
    listed.add(path);
  }

  /** As {@link #handle}, without being told of. */
  void unlisted(String path, Handler handler) {
    exact.put(path, handler);
  }

  /** Answers at all paths that begin so, unless one has an answer of its own. */
  void unlistedPrefix(String prefix, Handler handler) {
    prefixes.put(prefix, handler);
  }

  List<String> paths() {
    return List.copyOf(listed);
  }

  /** What is at the request's path. */
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
