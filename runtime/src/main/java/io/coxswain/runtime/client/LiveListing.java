package io.coxswain.runtime.client;

import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.api.ApiException;
import io.coxswain.api.Json;
import io.coxswain.api.LabelSelector;
import io.coxswain.api.ObjectKey;
import io.coxswain.api.ResourceType;
import io.coxswain.env.ApiRequest;
import io.coxswain.runtime.cache.Query;
import io.coxswain.runtime.rest.Rest;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.OwnerReference;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A list from the server, in pages of one revision. */
final class LiveListing<T extends HasMetadata> implements Listing<T> {
  private final Rest rest;
  private final ResourceType type;
  private final String accept;
  private final Function<JsonNode, T> decode;
  private final String namespace;
  private final LabelSelector labels;
  private final @Nullable String controllerUid;

  LiveListing(
      Rest rest,
      ResourceType type,
      String accept,
      Function<JsonNode, T> decode,
      String namespace,
      LabelSelector labels,
      @Nullable String controllerUid) {
    this.rest = rest;
    this.type = type;
    this.accept = accept;
    this.decode = decode;
    this.namespace = namespace;
    this.labels = labels;
    this.controllerUid = controllerUid;
  }

  @Override
  public Listing<T> in(String other) {
    return new LiveListing<>(rest, type, accept, decode, other, labels, controllerUid);
  }

  @Override
  public Listing<T> labels(LabelSelector selector) {
    var terms = new ArrayList<>(labels.terms());
    terms.addAll(selector.terms());
    return new LiveListing<>(
        rest, type, accept, decode, namespace, new LabelSelector(terms), controllerUid);
  }

  @Override
  public Listing<T> by(Outline<T> outline) {
    return new LiveListing<>(
        rest, type, accept, decode.andThen(outline::of), namespace, labels, controllerUid);
  }

  @Override
  public Listing<T> by(String index, String value) {
    throw new IllegalArgumentException(
        "a live list cannot use index \"" + index + "\": indexes exist only in the cache");
  }

  @Override
  public Listing<T> controlledBy(HasMetadata owner) {
    return controlledBy(owner.getMetadata().getUid());
  }

  @Override
  public Listing<T> controlledBy(String uid) {
    return new LiveListing<>(rest, type, accept, decode, namespace, labels, uid);
  }

  @Override
  public Listing<T> uncontrolled() {
    return controlledBy(Query.NO_CONTROLLER);
  }

  @Override
  public List<T> toList() throws ApiException {
    var found = new ArrayList<T>();
    String more = "";
    do {
      ApiRequest request =
          ApiRequest.get(type.path(namespace)).header("accept", accept).with("limit", "500");
      if (!labels.terms().isEmpty()) {
        request = request.with("labelSelector", labels.toString());
      }
      if (!more.isEmpty()) {
        request = request.with("continue", more);
      }
      JsonNode page = Json.tree(rest.call(request).body());
      for (JsonNode item : page.path("items")) {
        T object = decode.apply(item);
        if (controllerUid == null || isControlledBy(object, controllerUid)) {
          found.add(object);
        }
      }
      more = page.path("metadata").path("continue").asText("");
    } while (!more.isEmpty());
    found.sort(Comparator.comparing(ObjectKey::of));
    return List.copyOf(found);
  }

  private static boolean isControlledBy(HasMetadata object, String uid) {
    String controller =
        Owners.controllerOf(object).map(OwnerReference::getUid).orElse(Query.NO_CONTROLLER);
    return uid.equals(controller);
  }

  @Override
  public List<ObjectKey> keys() throws ApiException {
    return toList().stream().map(ObjectKey::of).toList();
  }
}
