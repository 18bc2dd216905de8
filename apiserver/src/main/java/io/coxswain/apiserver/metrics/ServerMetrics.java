package io.coxswain.apiserver.metrics;

import io.coxswain.apiserver.kinds.KindRegistry;
import io.coxswain.apiserver.kinds.ServedKind;
import io.coxswain.apiserver.rest.HandlerResponse;
import io.coxswain.apiserver.rest.ProxyAccounting;
import io.coxswain.apiserver.rest.RequestInfo;
import io.coxswain.apiserver.rest.Responses;
import io.coxswain.apiserver.store.Snapshot;
import io.coxswain.env.ApiRequest;
import io.coxswain.env.ApiResponse;
import io.coxswain.env.Clock;
import io.coxswain.env.Tasks;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.CounterWithCallback;
import io.prometheus.metrics.core.metrics.Gauge;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.core.metrics.Histogram;
import io.prometheus.metrics.expositionformats.PrometheusTextFormatWriter;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/** The metrics of one server. */
public final class ServerMetrics {
  private static final String CONTENT_TYPE =
      PrometheusTextFormatWriter.CONTENT_TYPE + "; escaping=underscores";

  private static final String[] REQUEST = {
    "verb", "dry_run", "group", "version", "resource", "subresource", "scope", "component"
  };
  private static final String[] LASTING = {
    "verb", "group", "version", "resource", "subresource", "scope", "component"
  };
  private static final double[] SECONDS = {
    0.005, 0.025, 0.05, 0.1, 0.2, 0.4, 0.6, 0.8, 1, 1.25, 1.5, 2, 3, 4, 5, 6, 8, 10, 15, 20, 30, 45,
    60
  };
  private static final String[] MUTATION = {"policy", "policy_binding", "error_type"};
  private static final double[] MUTATION_SECONDS = {0.0000005, 0.001, 0.01, 0.1, 1.0};
  private static final double[] WEBHOOK_SECONDS = {0.005, 0.025, 0.1, 0.5, 1, 2.5, 10, 25};

  private final Clock clock;
  private final KindRegistry kinds;
  private final Supplier<Snapshot> head;
  private final PrometheusRegistry registry = new PrometheusRegistry();
  private final AtomicInteger reads = new AtomicInteger();
  private final AtomicInteger writes = new AtomicInteger();
  private final ConcurrentHashMap<Labels, Series> series = new ConcurrentHashMap<>();
  private final Counter requests;
  private final Histogram seconds;
  private final Gauge longRunning;
  private final Counter terminations;
  private final Counter events;
  private final Histogram webhooks;
  private final Counter mutations;
  private final Histogram mutationSeconds;

  public ServerMetrics(Clock clock, KindRegistry kinds, Supplier<Snapshot> head) {
    this.clock = clock;
    this.kinds = kinds;
    this.head = head;
    requests =
        Counter.builder()
            .name("apiserver_request_total")
            .help("Requests that were answered, by what they were about and the answer's code.")
            .labelNames(with(REQUEST, "code"))
            .withoutExemplars()
            .register(registry);
    seconds =
        Histogram.builder()
            .name("apiserver_request_duration_seconds")
            .help("How long requests took to answer; those that are meant to last are left out.")
            .labelNames(REQUEST)
            .classicOnly()
            .classicUpperBounds(SECONDS)
            .withoutExemplars()
            .register(registry);
    longRunning =
        Gauge.builder()
            .name("apiserver_longrunning_requests")
            .help("Watches, followed logs and the like that are open.")
            .labelNames(LASTING)
            .withoutExemplars()
            .register(registry);
    terminations =
        Counter.builder()
            .name("apiserver_request_terminations_total")
            .help("Requests that were ended before they were answered, to protect the server.")
            .labelNames(with(LASTING, "code"))
            .withoutExemplars()
            .register(registry);
    events =
        Counter.builder()
            .name("apiserver_watch_events_total")
            .help("Events that were sent to watchers.")
            .labelNames("group", "version", "resource")
            .withoutExemplars()
            .register(registry);
    webhooks =
        Histogram.builder()
            .name("apiserver_admission_webhook_admission_duration_seconds")
            .help("How long admission webhooks took to answer.")
            .labelNames("name", "type", "operation", "rejected")
            .classicOnly()
            .classicUpperBounds(WEBHOOK_SECONDS)
            .withoutExemplars()
            .register(registry);
    mutations =
        Counter.builder()
            .name("apiserver_mutating_admission_policy_check_total")
            .help("Evaluations of mutations of admission policies.")
            .labelNames(MUTATION)
            .withoutExemplars()
            .register(registry);
    mutationSeconds =
        Histogram.builder()
            .name("apiserver_mutating_admission_policy_check_duration_seconds")
            .help("How long mutations of admission policies took.")
            .labelNames(MUTATION)
            .classicOnly()
            .classicUpperBounds(MUTATION_SECONDS)
            .withoutExemplars()
            .register(registry);
    looked();
  }

  /** Metrics that are computed on each scrape. */
  private void looked() {
    registry.register(
        GaugeWithCallback.builder()
            .name("apiserver_current_inflight_requests")
            .help("Requests that are being worked on, those that are meant to last left out.")
            .labelNames("request_kind")
            .callback(
                value -> {
                  value.call(writes.get(), "mutating");
                  value.call(reads.get(), "readOnly");
                })
            .build());
    registry.register(
        GaugeWithCallback.builder()
            .name("apiserver_storage_objects")
            .help("Objects that are stored.")
            .labelNames("resource")
            .callback(
                value -> {
                  Snapshot now = head.get();
                  var names = new TreeSet<String>();
                  for (ServedKind kind : kinds.all(now)) {
                    names.add(kind.collection());
                  }
                  names.forEach(name -> value.call(now.collection(name).size(), name));
                })
            .build());
  }

  /** Exports the number of failed tasks. */
  public void tasks(Tasks tasks) {
    registry.register(
        CounterWithCallback.builder()
            .name("coxswain_tasks_died_total")
            .help("Tasks of this program that died of an error.")
            .callback(value -> value.call((double) tasks.failures().count()))
            .build());
  }

  private static String[] with(String[] labels, String more) {
    String[] all = Arrays.copyOf(labels, labels.length + 1);
    all[labels.length] = more;
    return all;
  }

  /** The registry to which the program can add its own metrics. */
  public PrometheusRegistry registry() {
    return registry;
  }

  /** Counts and times a request. */
  public HandlerResponse measure(
      RequestInfo info, ApiRequest request, Supplier<HandlerResponse> work) {
    boolean read = request.method().equals("GET") || request.method().equals("HEAD");
    AtomicInteger count = read ? reads : writes;
    long began = clock.nanos();
    count.incrementAndGet();
    try {
      return measured(info, request, work.get(), began);
    } finally {
      count.decrementAndGet();
    }
  }

  private HandlerResponse measured(
      RequestInfo info, ApiRequest request, HandlerResponse answer, long began) {
    Series mine = series(info, request);
    return switch (answer) {
      case HandlerResponse.Whole(ApiResponse response) -> {
        mine.answered(response.status(), (clock.nanos() - began) / 1e9);
        yield answer;
      }
      case HandlerResponse.Watch(var watch) -> {
        mine.answered(watch.status());
        yield new HandlerResponse.Watch(new CountedWatch(watch, mine.opened(), mine.events()));
      }
      case HandlerResponse.Stream(var stream) -> {
        mine.answered(stream.status());
        yield new HandlerResponse.Stream(new CountedStream(stream, mine.opened()));
      }
      case HandlerResponse.Proxy(var proxied, var accounting) ->
          new HandlerResponse.Proxy(
              proxied, ProxyAccounting.both(accounting, new CountedProxy(mine)));
      case HandlerResponse.Session _ -> {
        mine.answered(101);
        yield answer;
      }
    };
  }

  /** Counts a request that was ended with the code before it had a response. */
  public void terminated(ApiRequest request, int code) {
    var info = RequestInfo.of(request);
    series(info, request).answered(code);
    terminations.labelValues(with(labels(info, request).lasting(), Integer.toString(code))).inc();
  }

  private Labels labels(RequestInfo info, ApiRequest request) {
    boolean served =
        info.isResource()
            && kinds.find(head.get(), info.group(), info.version(), info.resource()).isPresent();
    return served ? Labels.of(info, request) : Labels.unknown(request);
  }

  private Series series(RequestInfo info, ApiRequest request) {
    Labels labels = labels(info, request);
    Series known = series.get(labels);
    return known != null ? known : series.computeIfAbsent(labels, this::begin);
  }

  private Series begin(Labels labels) {
    return new Series(
        code -> requests.labelValues(labels.all(Integer.toString(code))),
        () -> seconds.labelValues(labels.all()),
        () -> longRunning.labelValues(labels.lasting()),
        () -> events.labelValues(labels.group(), labels.version(), labels.resource()));
  }

  /** The start time for {@link #asked}. */
  public long begin() {
    return clock.nanos();
  }

  /** Records the call of a webhook for a write. */
  public void asked(
      String webhook, boolean mutating, String operation, boolean refused, long since) {
    webhooks
        .labelValues(
            webhook, mutating ? "admit" : "validating", operation, Boolean.toString(refused))
        .observe((clock.nanos() - since) / 1e9);
  }

  /** Records a mutation of an admission policy. */
  public void mutated(String policy, String binding, String errorType, long since) {
    mutations.labelValues(policy, binding, errorType).inc();
    mutationSeconds.labelValues(policy, binding, errorType).observe((clock.nanos() - since) / 1e9);
  }

  /** The metrics page, if the request is for it. */
  public Optional<ApiResponse> answer(ApiRequest request) {
    if (!request.path().equals("/metrics")) {
      return Optional.empty();
    }
    var out = new ByteArrayOutputStream();
    try {
      PrometheusTextFormatWriter.create().write(out, registry.scrape());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return Optional.of(Responses.of(200, CONTENT_TYPE, out.toByteArray(), List.of()));
  }
}
