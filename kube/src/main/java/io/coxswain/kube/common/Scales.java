package io.coxswain.kube.common;

import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.api.ApiException;
import io.coxswain.api.Json;
import io.coxswain.api.ObjectKey;
import io.coxswain.api.ResourceType;
import io.coxswain.env.Clock;
import io.coxswain.runtime.client.Client;
import io.coxswain.runtime.client.Owners;
import io.coxswain.runtime.client.Reader;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.autoscaling.v1.Scale;
import java.time.Duration;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** The {@code scale} subresource of objects of any kind. */
public final class Scales {
  /** How long the absence of a kind is cached, as upstream. */
  private static final Duration RELEARN = Duration.ofSeconds(30);

  private final Client client;
  private final Clock clock;

  /** Only looked up, so its order does not matter. */
  private final Map<Name, ResourceType> known = new ConcurrentHashMap<>();

  /** When the last completed discovery began. */
  private final AtomicLong learnedNanos = new AtomicLong(Long.MIN_VALUE);

  private record Name(String group, String kind) {}

  public Scales(Client client, Clock clock) {
    this.client = client;
    this.clock = clock;
  }

  /**
   * The kind in the server's preferred version; empty if the server does not serve it. Only a
   * completed discovery shows that: callers that come while another one runs discover as well.
   */
  public Optional<ResourceType> resolve(String apiVersion, String kind) throws ApiException {
    var name = new Name(Owners.group(apiVersion), kind);
    long now = clock.nanos();
    if (!known.containsKey(name) && mayLearn(now)) {
      for (Reader.Served served : client.discover()) {
        known.putIfAbsent(new Name(served.type().group(), served.type().kind()), served.type());
      }
      learnedNanos.accumulateAndGet(now, Math::max);
    }
    return Optional.ofNullable(known.get(name));
  }

  private boolean mayLearn(long now) {
    long last = learnedNanos.get();
    return last == Long.MIN_VALUE || now - last >= RELEARN.toNanos();
  }

  /**
   * Reads the scale from the server.
   *
   * @throws ApiException.NotFound if the object does not exist or its kind has no scale
   */
  public Scale fetch(ResourceType type, ObjectKey key) throws ApiException {
    JsonNode scale = client.fetch(type.path(key) + "/scale", Collections.emptySortedMap());
    return Json.convert(scale, Scale.class);
  }

  /** Whether the kind has a scale subresource. */
  public boolean exist(ResourceType type) throws ApiException {
    String root = type.group().isEmpty() ? "/api/" : "/apis/";
    JsonNode list = client.fetch(root + type.apiVersion(), Collections.emptySortedMap());
    for (JsonNode resource : list.path("resources")) {
      if (resource.path("name").asText().equals(type.plural() + "/scale")
          && resource.path("kind").asText().equals("Scale")) {
        return true;
      }
    }
    return false;
  }

  /** Replaces the scale; fails with a conflict if it has changed since it was read. */
  public Scale update(ResourceType type, ObjectKey key, Scale scale) throws ApiException {
    var parent = new GenericKubernetesResource();
    parent.setApiVersion(type.apiVersion());
    parent.setKind(type.kind());
    parent.setMetadata(
        new ObjectMetaBuilder().withNamespace(key.namespace()).withName(key.name()).build());
    return client.updateSubresource(parent, "scale", scale);
  }
}
