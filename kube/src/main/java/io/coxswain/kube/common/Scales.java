package io.coxswain.kube.common;

import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.api.ApiException;
import io.coxswain.api.Json;
import io.coxswain.api.ObjectKey;
import io.coxswain.api.ResourceType;
import io.coxswain.env.Clock;
import io.coxswain.runtime.client.Client;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.autoscaling.v1.Scale;
import java.time.Duration;
import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;

/** The {@code scale} of objects of any kind, known by name alone. */
public final class Scales {
  /** How long the absence of a kind is believed: as long as upstream does. */
  private static final Duration RELEARN = Duration.ofSeconds(30);

  private final Client client;
  private final Clock clock;

  /** Looked up only. */
  private final Map<Name, ResourceType> known = new ConcurrentHashMap<>();

  private final AtomicLong learnedNanos = new AtomicLong(Long.MIN_VALUE);

  private record Name(String group, String kind) {}

  public Scales(Client client, Clock clock) {
    this.client = client;
    this.clock = clock;
  }

  /** The kind in the version that the server prefers; empty when the server does not have it. */
  public Optional<ResourceType> resolve(String apiVersion, String kind) throws ApiException {
    var name = new Name(Owners.group(apiVersion), kind);
    if (!known.containsKey(name) && mayLearn()) {
      for (Client.Served served : client.discover()) {
        known.putIfAbsent(new Name(served.type().group(), served.type().kind()), served.type());
      }
    }
    return Optional.ofNullable(known.get(name));
  }

  private boolean mayLearn() {
    long now = clock.nanos();
    long last = learnedNanos.get();
    return (last == Long.MIN_VALUE || now - last >= RELEARN.toNanos())
        && learnedNanos.compareAndSet(last, now);
  }

  /**
   * The scale of the object, as the server has it.
   *
   * @throws ApiException.NotFound when the object is not there, or its kind has no scale
   */
  public Scale fetch(ResourceType type, ObjectKey key) throws ApiException {
    JsonNode scale = client.fetch(type.path(key) + "/scale", Collections.emptySortedMap());
    return Json.convert(scale, Scale.class);
  }

  /** Whether objects of the kind have a scale. */
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

  /** Replaces the scale; refused with a conflict unless it is still the one that was read. */
  public Scale update(ResourceType type, ObjectKey key, Scale scale) throws ApiException {
    var parent = new GenericKubernetesResource();
    parent.setApiVersion(type.apiVersion());
    parent.setKind(type.kind());
    parent.setMetadata(
        new ObjectMetaBuilder().withNamespace(key.namespace()).withName(key.name()).build());
    return client.updateSubresource(parent, "scale", scale);
  }
}
