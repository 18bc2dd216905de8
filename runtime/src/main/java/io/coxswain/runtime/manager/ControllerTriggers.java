package io.coxswain.runtime.manager;

import io.coxswain.runtime.controller.ShardedController;
import io.coxswain.runtime.controller.WorkerController;
import io.coxswain.runtime.http.EndpointResponse;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * The debug endpoint {@code /debug/controllers/<name>/<key>}: lists controllers, their keys, and
 * what triggered the reconciles of a key. {@code /debug/controllers/-/failing} lists the keys whose
 * latest reconcile failed: controller, key, time and message, with tabs between them.
 */
final class ControllerTriggers {
  private final SortedMap<String, Source> controllers = new ConcurrentSkipListMap<>();

  private record Source(Function<String, List<String>> why, Supplier<List<String>> failing) {}

  void add(WorkerController<?> controller) {
    controllers.put(controller.name(), new Source(controller::why, controller::failing));
  }

  void add(ShardedController<?> controller) {
    controllers.put(controller.name(), new Source(controller::why, controller::failing));
  }

  EndpointResponse answer(String path, Map<String, List<String>> query) {
    String below = path.substring("/debug/controllers".length());
    String[] parts = (below.startsWith("/") ? below.substring(1) : below).split("/", 2);
    if (parts[0].isEmpty()) {
      return EndpointResponse.text(200, String.join("\n", controllers.keySet()) + "\n");
    }
    if (below.equals("/-/failing")) {
      return EndpointResponse.text(200, failing());
    }
    Source controller = controllers.get(parts[0]);
    if (controller == null) {
      return EndpointResponse.text(404, "no controller named " + parts[0] + "\n");
    }
    List<String> lines = controller.why().apply(parts.length < 2 ? "" : parts[1]);
    return lines.isEmpty()
        ? EndpointResponse.text(404, "no triggers recorded for " + below + "\n")
        : EndpointResponse.text(200, String.join("\n", lines) + "\n");
  }

  private String failing() {
    var lines = new StringBuilder();
    controllers.forEach(
        (name, controller) ->
            controller
                .failing()
                .get()
                .forEach(line -> lines.append(name).append('\t').append(line).append('\n')));
    return lines.toString();
  }
}
