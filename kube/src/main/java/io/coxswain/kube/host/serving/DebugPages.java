package io.coxswain.kube.host.serving;

import io.coxswain.kube.host.shared.Logging;
import io.coxswain.runtime.http.Endpoint;
import io.coxswain.runtime.http.EndpointResponse;
import io.coxswain.runtime.http.Handler;
import io.coxswain.runtime.http.Request;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.ThreadInfo;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * The pages of {@code --profiling}. Instead of profiles in Go's format, they show diagnostics of
 * the JVM and name the tools for more.
 */
final class DebugPages {
  private static final String INDEX =
      """
      /debug/pprof/

      cmdline       how this program was started
      goroutine     threads and where they stand
      heap          memory pools
      profile       record with: jcmd <pid> JFR.start duration=30s filename=profile.jfr
      trace         as profile
      """;

  private final Logging logging;

  DebugPages(Logging logging) {
    this.logging = logging;
  }

  void install(Mux mux) {
    mux.unlistedPrefix("/debug/pprof/", this::profile);
    mux.unlisted("/debug/pprof", this::profile);
    mux.unlisted("/debug/flags/v", this::verbosity);
  }

  /** Handles {@code /debug/controllers} for controllers without a handler of their own. */
  static void triggers(Mux mux, Endpoint endpoint) {
    Handler handler = request -> endpoint.get(request.path(), request.query());
    mux.unlisted("/debug/controllers", handler);
    mux.unlistedPrefix("/debug/controllers/", handler);
  }

  /** Handles requests below {@code /debug/controllers/<name>}. */
  static void controller(Mux mux, String name, Endpoint endpoint) {
    String base = "/debug/controllers/" + name;
    mux.unlisted(base, request -> endpoint.get("", request.query()));
    mux.unlistedPrefix(
        base + "/",
        request -> endpoint.get(request.path().substring(base.length()), request.query()));
  }

  private EndpointResponse verbosity(Request request) {
    if (!request.method().equals("PUT")) {
      return EndpointResponse.text(406, "unsupported http method\n");
    }
    String body = new String(request.body(), StandardCharsets.UTF_8).strip();
    try {
      logging.verbosity(Integer.parseInt(body));
    } catch (NumberFormatException e) {
      return EndpointResponse.text(
          400,
          "error setting klog.logging.verbosity to %s: strconv.ParseInt: parsing \"%s\": invalid syntax\n"
              .formatted(body, body));
    }
    return EndpointResponse.text(200, "successfully set klog.logging.verbosity to " + body + "\n");
  }

  private EndpointResponse profile(Request request) {
    String which = request.path().replaceFirst("^/debug/pprof/?", "");
    return switch (which) {
      case "" -> EndpointResponse.text(200, INDEX);
      case "cmdline" ->
          EndpointResponse.text(
              200, String.join("\0", ManagementFactory.getRuntimeMXBean().getInputArguments()));
      case "goroutine" -> EndpointResponse.text(200, threads());
      case "heap", "allocs" -> EndpointResponse.text(200, memory());
      case "profile", "trace" ->
          EndpointResponse.text(
              501, "record with: jcmd <pid> JFR.start duration=30s filename=profile.jfr\n");
      default -> EndpointResponse.text(404, "Unknown profile\n");
    };
  }

  private static String threads() {
    var text = new StringBuilder();
    for (ThreadInfo each : ManagementFactory.getThreadMXBean().dumpAllThreads(true, true)) {
      text.append(each);
    }
    for (Map.Entry<Thread, StackTraceElement[]> each : Thread.getAllStackTraces().entrySet()) {
      if (each.getKey().isVirtual()) {
        text.append(each.getKey()).append('\n');
      }
    }
    return text.toString();
  }

  private static String memory() {
    var text = new StringBuilder();
    for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
      text.append(pool.getName()).append(": ").append(pool.getUsage()).append('\n');
    }
    return text.toString();
  }
}
