package io.coxswain.apiserver.aggregation;

import io.coxswain.api.ObjectKey;
import io.coxswain.apiserver.admission.webhook.ServiceEndpoint;
import io.coxswain.apiserver.admission.webhook.StoredServices;
import io.coxswain.apiserver.auth.User;
import io.coxswain.apiserver.rest.BackendIdentity;
import io.coxswain.apiserver.rest.HandlerResponse;
import io.coxswain.apiserver.rest.ProxiedRequest;
import io.coxswain.apiserver.rest.ProxyAccounting;
import io.coxswain.apiserver.rest.Responses;
import io.coxswain.apiserver.spi.ClusterNetwork;
import io.coxswain.apiserver.store.Snapshot;
import io.coxswain.apiserver.store.SortedTree;
import io.coxswain.apiserver.store.Stored;
import io.coxswain.env.ApiRequest;
import io.coxswain.env.Sockets;
import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Finds the servers of APIServices and forwards requests to them. Thread-safe. */
public final class Aggregation {
  static final String COLLECTION = "apiservices.apiregistration.k8s.io";
  private static final String OPEN_API = "/openapi/v3";

  private final @Nullable ClusterNetwork network;
  private final StoredServices services;
  private volatile @Nullable BackendTransport transport;
  private volatile View view = new View(SortedTree.empty(), Collections.emptySortedMap());

  /** The APIServices with a service, by path, for one state of all APIServices. */
  private record View(
      SortedTree<ObjectKey, Stored> objects, SortedMap<String, ServiceBacked> byPath) {}

  public Aggregation(Supplier<Snapshot> head, @Nullable ClusterNetwork network) {
    this.network = network;
    this.services = new StoredServices(head);
  }

  /** Sets how servers are reached; until then, none is. */
  public void callBy(BackendTransport by) {
    transport = by;
  }

  /** How servers are reached; null if they are not. */
  public @Nullable BackendTransport transport() {
    return transport;
  }

  /** The APIServices with a service, by the path of their group version. */
  SortedMap<String, ServiceBacked> all(Snapshot snapshot) {
    View known = view;
    var objects = snapshot.collection(COLLECTION);
    if (known.objects == objects) {
      return known.byPath;
    }
    var byPath = new TreeMap<String, ServiceBacked>();
    Map<String, ServiceBacked> before = known.byPath;
    for (Stored stored : objects.values()) {
      String name = stored.key().name();
      int dot = name.indexOf('.');
      String path = "/apis/" + name.substring(dot + 1) + "/" + name.substring(0, Math.max(dot, 0));
      ServiceBacked parsed = before.get(path);
      if (parsed != null && parsed.stored() == stored) {
        byPath.put(path, parsed);
        continue;
      }
      var tree = stored.tree();
      if (ServiceBacked.is(tree)) {
        byPath.put(path, ServiceBacked.of(stored, tree));
      }
    }
    view = new View(objects, Collections.unmodifiableSortedMap(byPath));
    return byPath;
  }

  /** The response if another server serves the path; empty if this one does. */
  public Optional<HandlerResponse> respond(ApiRequest request, User user, Snapshot snapshot) {
    SortedMap<String, ServiceBacked> all = all(snapshot);
    if (all.isEmpty()) {
      return Optional.empty();
    }
    ServiceBacked found = find(all, request.path());
    if (found == null) {
      return Optional.empty();
    }
    if (!found.available() || transport == null) {
      return Optional.of(unavailable());
    }
    try {
      return Optional.of(
          new HandlerResponse.Proxy(
              backend(found, request.path(), found.identity(CallerHeaders.of(user))),
              ProxyAccounting.NONE));
    } catch (IOException e) {
      return Optional.of(unavailable());
    } catch (IllegalArgumentException e) {
      return Optional.of(
          new HandlerResponse.Whole(Responses.text(500, "the CA bundle is not base64\n")));
    }
  }

  private static HandlerResponse unavailable() {
    return new HandlerResponse.Whole(
        Responses.unsniffed(Responses.text(503, "service unavailable\n")));
  }

  private static @Nullable ServiceBacked find(Map<String, ServiceBacked> all, String path) {
    String below = path.startsWith(OPEN_API + "/apis/") ? path.substring(OPEN_API.length()) : path;
    if (!below.startsWith("/apis/")) {
      return null;
    }
    int group = below.indexOf('/', 6);
    int version = group < 0 ? -1 : below.indexOf('/', group + 1);
    return all.get(version < 0 ? below : below.substring(0, version));
  }

  /**
   * A request to the server of an APIService.
   *
   * @throws IOException if its service does not exist
   */
  ProxiedRequest backend(ServiceBacked api, String path, BackendIdentity identity)
      throws IOException {
    ServiceEndpoint endpoint = services.of(api.service());
    return new ProxiedRequest(
        "https", endpoint.address(), path, "", () -> dial(endpoint), false, identity);
  }

  private Sockets.Connection dial(ServiceEndpoint endpoint) throws IOException {
    ServiceEndpoint.PodPort pod = endpoint.pod();
    ClusterNetwork pods = network;
    if (pod != null && pods != null) {
      return pods.connectToPod(pod.namespace(), pod.name(), pod.port());
    }
    BackendTransport by = transport;
    if (by == null) {
      throw new IOException("connections are not supported in this environment");
    }
    String address = endpoint.address();
    int colon = address.lastIndexOf(':');
    return by.connect(address.substring(0, colon), Integer.parseInt(address.substring(colon + 1)));
  }

  /** The identity of this server's own requests. */
  static List<BackendIdentity.Header> ownHeaders() {
    return CallerHeaders.of(new User("system:kube-aggregator", List.of("system:masters")));
  }
}
