package io.coxswain.fabric8;

import io.coxswain.env.ApiRequest;
import io.coxswain.env.ApiResponse;
import io.coxswain.env.ApiStream;
import io.coxswain.env.ApiTransport;
import io.coxswain.env.ApiWatch;
import io.coxswain.env.CancelledException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A transport whose watches can be dropped, and which remembers what was asked. */
final class DroppingTransport implements ApiTransport {
  private final ApiTransport to;
  private final List<ApiWatch> open = new CopyOnWriteArrayList<>();
  private final List<ApiRequest> requests = new CopyOnWriteArrayList<>();
  private volatile boolean down;

  DroppingTransport(ApiTransport to) {
    this.to = to;
  }

  /** Ends all watches; no other can be opened until {@link #restore}. */
  void drop() {
    down = true;
    open.forEach(ApiWatch::close);
    open.clear();
  }

  void restore() {
    down = false;
  }

  /** The lists asked for so far. */
  List<ApiRequest> lists() {
    var lists = new ArrayList<ApiRequest>();
    for (ApiRequest request : requests) {
      if (request.method().equals("GET") && request.query("watch") == null) {
        lists.add(request);
      }
    }
    return lists;
  }

  @Override
  public ApiResponse call(ApiRequest request) throws IOException, CancelledException {
    requests.add(request);
    return to.call(request);
  }

  @Override
  public ApiWatch watch(ApiRequest request) throws IOException, CancelledException {
    requests.add(request);
    if (down) {
      throw new IOException("connection refused");
    }
    ApiWatch watch = to.watch(request);
    open.add(watch);
    return watch;
  }

  @Override
  public ApiStream open(ApiRequest request) throws IOException, CancelledException {
    return to.open(request);
  }
}
