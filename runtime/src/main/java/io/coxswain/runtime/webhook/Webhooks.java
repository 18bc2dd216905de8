package io.coxswain.runtime.webhook;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.runtime.http.EndpointResponse;
import io.coxswain.runtime.metrics.WebhookMetrics;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.BiFunction;

/** All webhooks of a program, by path. */
public final class Webhooks {
  private static final String CONVERT = "/convert";

  private final WebhookMetrics metrics;
  private final SortedMap<String, Hook> hooks = new ConcurrentSkipListMap<>();
  private final Conversions conversions = new Conversions();

  public Webhooks(WebhookMetrics metrics) {
    this.metrics = metrics;
  }

  /** Declares the webhooks of a kind. */
  public <T extends HasMetadata> KindHooks<T> on(Class<T> type) {
    return new KindHooks<>(this, type);
  }

  /**
   * Handles admission requests on a path.
   *
   * @throws IllegalStateException if the path is in use
   */
  public void admit(String path, AdmissionHandler handler) {
    register(path, new AdmissionHook(handler, metrics::panicked));
  }

  /**
   * Handles token reviews on a path.
   *
   * @throws IllegalStateException if the path is in use
   */
  public void authenticate(String path, TokenReviewer reviewer) {
    register(path, new TokenReviewHook(reviewer, metrics::panicked));
  }

  /** Declares the conversions of a kind; the given version is the hub. */
  public <H extends HasMetadata> Versions<H> hub(Class<H> type) {
    conversions.hub(type);
    serveConversions();
    return new Versions<>(conversions, type);
  }

  /**
   * Converts all objects of a kind with one function of the object and the desired apiVersion,
   * which throws an {@link IllegalArgumentException} if it cannot. Takes precedence over a hub.
   */
  public void convert(
      String group, String kind, BiFunction<ObjectNode, String, ObjectNode> converter) {
    conversions.own(group, kind, converter);
    serveConversions();
  }

  private void serveConversions() {
    var hook = new ConversionHook(conversions::convert, metrics::conversionPanicked);
    if (hooks.putIfAbsent(CONVERT, hook) == null) {
      metrics.registered(CONVERT);
    }
  }

  private void register(String path, Hook hook) {
    if (hooks.putIfAbsent(path, hook) != null) {
      throw new IllegalStateException("can't register duplicate path: " + path);
    }
    metrics.registered(path);
  }

  /** The registered paths. */
  public List<String> paths() {
    return new ArrayList<>(hooks.keySet());
  }

  /**
   * Handles a review without a server: bytes in, bytes out.
   *
   * @throws IllegalArgumentException if the path is not registered, or a conversion review cannot
   *     be decoded; other reviews that cannot be decoded get a response that denies
   */
  public byte[] call(String path, byte[] review) {
    EndpointResponse answer = answer(path, "application/json", review);
    if (answer.status() != 200) {
      throw new IllegalArgumentException("POST " + path + ": " + answer.status());
    }
    return answer.body();
  }

  /**
   * Handles a review in the same process, admission reviews without encoding. Takes ownership of
   * the review.
   *
   * @throws IllegalArgumentException as {@link #call(String, byte[])}
   */
  public ObjectNode call(String path, ObjectNode review) {
    return hooks.get(path) instanceof AdmissionHook admission
        ? metrics.measure(path, () -> admission.answer(review), _ -> 200)
        : Json.tree(call(path, Json.bytes(review)));
  }

  /** The response to an HTTP request. */
  EndpointResponse answer(String path, String contentType, byte[] body) {
    Hook hook = hooks.get(path);
    if (hook == null) {
      return EndpointResponse.NOT_FOUND;
    }
    return metrics.measure(path, () -> hook.answer(contentType, body), EndpointResponse::status);
  }
}
