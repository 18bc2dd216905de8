package io.coxswain.kube.autoscaling;

import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.api.ApiException;
import io.coxswain.api.LabelSelector;
import io.coxswain.api.ResourceType;
import io.coxswain.api.Seconds;
import io.coxswain.api.Timestamps;
import io.coxswain.kube.common.Scales;
import io.coxswain.runtime.client.Reader;
import io.coxswain.runtime.flags.FlagException;
import io.coxswain.runtime.flags.GoDuration;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.autoscaling.v2.CrossVersionObjectReference;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** Reader of the resource, custom and external metrics APIs. */
final class MetricsClient {
  private static final String RESOURCES = "metrics.k8s.io";
  private static final String CUSTOM = "custom.metrics.k8s.io";
  private static final String EXTERNAL = "external.metrics.k8s.io";

  /** The default window of a custom metric that does not set one. */
  private static final Duration WINDOW = Duration.ofMinutes(1);

  private final Reader client;
  private final Scales kinds;

  MetricsClient(Reader client, Scales kinds) {
    this.client = client;
    this.kinds = kinds;
  }

  /**
   * Resource usage of pods. A pod is skipped unless all requested containers were measured.
   *
   * @param container empty for the sum of all containers
   */
  Map<String, PodMetric> ofResource(
      String namespace, LabelSelector pods, String resource, String container)
      throws MetricsException {
    JsonNode list;
    try {
      list =
          fetch(
              "/apis/" + RESOURCES + "/v1beta1/namespaces/" + namespace + "/pods",
              parameters("labelSelector", pods.toString()),
              "pods." + RESOURCES);
    } catch (MetricsException e) {
      throw e.during("unable to fetch metrics from resource metrics API");
    }
    requireItems(list, "resource");
    var metrics = new TreeMap<String, PodMetric>();
    for (JsonNode item : list.path("items")) {
      long sum = 0;
      boolean complete = container.isEmpty() && !item.path("containers").isEmpty();
      for (JsonNode measured : item.path("containers")) {
        boolean meant = container.equals(measured.path("name").asText());
        JsonNode usage = measured.path("usage").path(resource);
        if (container.isEmpty() || meant) {
          complete = !usage.isMissingNode() && (complete || meant);
          sum += usage.isMissingNode() ? 0 : milli(usage);
        }
      }
      if (complete) {
        metrics.put(
            item.path("metadata").path("name").asText(),
            new PodMetric(time(item), window(item), sum));
      }
    }
    return metrics;
  }

  /** A custom metric of each of the given pods. */
  Map<String, PodMetric> ofPods(
      String namespace, LabelSelector pods, String metric, LabelSelector labels)
      throws MetricsException {
    JsonNode list;
    try {
      list = custom(namespace, "pods", "*", metric, pods.toString(), labels.toString());
    } catch (MetricsException e) {
      throw e.during("unable to fetch metrics from custom metrics API");
    }
    requireItems(list, "custom");
    var metrics = new TreeMap<String, PodMetric>();
    for (JsonNode item : list.path("items")) {
      JsonNode seconds = item.path(item.has("windowSeconds") ? "windowSeconds" : "window");
      Duration window = seconds.isNumber() ? Seconds.of(seconds.asLong()) : WINDOW;
      metrics.put(
          item.path("describedObject").path("name").asText(),
          new PodMetric(time(item), window, milli(item.path("value"))));
    }
    return metrics;
  }

  /** A custom metric of one object, or of the namespace itself if that is the described object. */
  long ofObject(
      String namespace, CrossVersionObjectReference object, String metric, LabelSelector labels)
      throws MetricsException {
    try {
      String apiVersion = object.getApiVersion() == null ? "" : object.getApiVersion();
      boolean ofNamespace = object.getKind().equals("Namespace") && !apiVersion.contains("/");
      JsonNode list =
          ofNamespace
              ? custom(namespace, "metrics", metric, "", "", labels.toString())
              : custom(
                  namespace,
                  resource(apiVersion, object.getKind()),
                  object.getName(),
                  metric,
                  "",
                  labels.toString());
      int count = list.path("items").size();
      if (count != 1) {
        throw new MetricsException(
            "the custom metrics API server returned %d results when we asked for exactly one"
                .formatted(count));
      }
      return milli(list.path("items").get(0).path("value"));
    } catch (MetricsException e) {
      throw e.during("unable to fetch metrics from custom metrics API");
    }
  }

  /** The values of an external metric. */
  List<Long> ofExternal(String namespace, String metric, LabelSelector labels)
      throws MetricsException {
    JsonNode list;
    try {
      list =
          fetch(
              "/apis/" + EXTERNAL + "/v1beta1/namespaces/" + namespace + "/" + metric,
              parameters("labelSelector", labels.toString()),
              metric + "." + EXTERNAL);
    } catch (MetricsException e) {
      throw e.during("unable to fetch metrics from external metrics API");
    }
    requireItems(list, "external");
    var values = new ArrayList<Long>();
    list.path("items").forEach(item -> values.add(milli(item.path("value"))));
    return values;
  }

  private static void requireItems(JsonNode list, String which) throws MetricsException {
    if (list.path("items").isEmpty()) {
      throw new MetricsException("no metrics returned from %s metrics API".formatted(which));
    }
  }

  private static long milli(JsonNode quantity) {
    return Milli.of(Quantity.parse(quantity.asText()));
  }

  private static Duration window(JsonNode item) throws MetricsException {
    try {
      return GoDuration.parse(item.path("window").asText("0s"));
    } catch (FlagException e) {
      throw new MetricsException(String.valueOf(e.getMessage()));
    }
  }

  private static Instant time(JsonNode item) {
    return Timestamps.parse(item.path("timestamp").asText("")).orElse(Instant.EPOCH);
  }

  private JsonNode custom(
      String namespace, String resource, String name, String metric, String pods, String labels)
      throws MetricsException {
    String path =
        "/apis/" + CUSTOM + "/" + customVersion() + "/namespaces/" + namespace + "/" + resource;
    SortedMap<String, String> parameters = parameters("labelSelector", pods);
    parameters.putAll(parameters("metricLabelSelector", labels));
    return fetch(
        path + "/" + name + (metric.isEmpty() ? "" : "/" + metric),
        parameters,
        resource + "." + CUSTOM + " " + name);
  }

  /** The version that the server prefers among the supported ones. */
  private String customVersion() throws MetricsException {
    try {
      JsonNode group = client.fetch("/apis/" + CUSTOM, new TreeMap<>());
      var versions = new ArrayList<String>();
      versions.add(group.path("preferredVersion").path("version").asText());
      group.path("versions").forEach(v -> versions.add(v.path("version").asText()));
      return versions.stream()
          .filter(List.of("v1beta2", "v1beta1")::contains)
          .findFirst()
          .orElseThrow(
              () ->
                  new MetricsException(
                      "no known available metric versions found (checked: %s)".formatted(CUSTOM)));
    } catch (ApiException e) {
      throw new MetricsException("no custom metrics API (" + CUSTOM + ") registered");
    }
  }

  private String resource(String apiVersion, String kind) throws MetricsException {
    try {
      ResourceType type =
          kinds
              .resolve(apiVersion, kind)
              .orElseThrow(
                  () -> new MetricsException("unable to map kind " + kind + " to resource"));
      return type.group().isEmpty() ? type.plural() : type.plural() + "." + type.group();
    } catch (ApiException e) {
      throw new MetricsException(String.valueOf(e.getMessage()));
    }
  }

  private static SortedMap<String, String> parameters(String name, String value) {
    var parameters = new TreeMap<String, String>();
    if (!value.isEmpty()) {
      parameters.put(name, value);
    }
    return parameters;
  }

  private JsonNode fetch(String path, SortedMap<String, String> parameters, String what)
      throws MetricsException {
    try {
      return client.fetch(path, parameters);
    } catch (ApiException e) {
      throw new MetricsException(words(e, what));
    }
  }

  /** Uses upstream's message if the server returns none. */
  private static String words(ApiException e, String what) {
    if (e.status().getReason() != null && !e.status().getReason().isEmpty()) {
      return String.valueOf(e.getMessage());
    }
    String words =
        switch (e.code()) {
          case 404 -> "the server could not find the requested resource";
          case 503 -> "the server is currently unable to handle the request";
          case 429 ->
              "the server has received too many requests and has asked us to try again later";
          default -> "";
        };
    return words.isEmpty() ? String.valueOf(e.getMessage()) : words + " (get " + what + ")";
  }
}
