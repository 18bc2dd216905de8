package io.coxswain.kube.host.serving;

import io.coxswain.env.Entropy;
import io.coxswain.env.Env;
import io.coxswain.kube.host.profiling.ClassHistogram;
import io.coxswain.kube.host.profiling.CpuSampler;
import io.coxswain.kube.host.profiling.Profile;
import io.coxswain.kube.host.profiling.ThreadStacks;
import io.coxswain.kube.host.shared.Logging;
import io.coxswain.runtime.http.Endpoint;
import io.coxswain.runtime.http.EndpointResponse;
import io.coxswain.runtime.http.Handler;
import io.coxswain.runtime.http.Request;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.ThreadInfo;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The pages of {@code --profiling}: profiles that {@code go tool pprof} reads, or with {@code
 * debug=1} text.
 */
final class DebugPages {
  private static final String INDEX =
      """
      /debug/pprof/

      allocs        as heap
      cmdline       how this program was started
      goroutine     threads, including virtual ones; ?debug=1 for text
      heap          the heap by class; ?gc=1 collects garbage first, ?debug=1 shows memory pools
      profile       processor time of the next ?seconds=30 seconds
      trace         record with: jcmd <pid> JFR.start duration=30s filename=profile.jfr
      """;

  private static final int DEFAULT_SECONDS = 30;
  private static final int MAX_SECONDS = 300;

  private final Logging logging;
  private final Env env;
  private final Entropy entropy;
  private final CpuSampler sampler;

  DebugPages(Logging logging, Env env) {
    this.logging = logging;
    this.env = env;
    this.entropy = env.entropy().derive("profiles");
    this.sampler = new CpuSampler(env.clock());
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
      case "goroutine" ->
          wantsText(request)
              ? EndpointResponse.text(200, threads())
              : encoded(which, ThreadStacks.take(env.files(), entropy), Duration.ZERO);
      case "heap", "allocs" ->
          wantsText(request)
              ? EndpointResponse.text(200, memory())
              : encoded(which, ClassHistogram.take(number(request, "gc", 0) > 0), Duration.ZERO);
      case "profile" -> processorTime(number(request, "seconds", DEFAULT_SECONDS));
      case "trace" ->
          EndpointResponse.text(
              501, "record with: jcmd <pid> JFR.start duration=30s filename=profile.jfr\n");
      default -> EndpointResponse.text(404, "Unknown profile\n");
    };
  }

  private EndpointResponse processorTime(int seconds) {
    if (seconds <= 0 || seconds > MAX_SECONDS) {
      return EndpointResponse.text(400, "seconds must be between 1 and " + MAX_SECONDS + "\n");
    }
    Duration time = Duration.ofSeconds(seconds);
    return sampler
        .record(time)
        .map(profile -> encoded("profile", profile, time))
        .orElseGet(
            () ->
                EndpointResponse.text(
                    500, "Could not enable CPU profiling: cpu profiling already in use\n"));
  }

  private EndpointResponse encoded(String name, Profile profile, Duration time) {
    var headers = new TreeMap<String, String>();
    headers.put("Content-Disposition", "attachment; filename=\"" + name + "\"");
    return new EndpointResponse(
        200,
        "application/octet-stream",
        profile.toBytes(env.clock().now().minus(time), time),
        headers,
        null);
  }

  private static boolean wantsText(Request request) {
    return number(request, "debug", 0) > 0;
  }

  /** A parameter; the default if it is absent or not a number, as upstream. */
  private static int number(Request request, String name, int byDefault) {
    List<String> values = request.query().getOrDefault(name, List.of());
    try {
      return values.isEmpty() ? byDefault : Integer.parseInt(values.getFirst());
    } catch (NumberFormatException e) {
      return byDefault;
    }
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
