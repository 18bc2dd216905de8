package io.coxswain.apiserver.admission.webhook;

import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.api.GoQuote;
import io.coxswain.api.ObjectKey;
import io.coxswain.apiserver.json.Meta;
import io.coxswain.apiserver.store.Snapshot;
import io.coxswain.apiserver.store.Stored;
import java.io.IOException;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Resolves stored services to a ready endpoint, because no network here translates a cluster IP; to
 * the cluster IP if there is no endpoint.
 */
public final class StoredServices implements ServiceAddresses {
  private static final String SLICES = "endpointslices.discovery.k8s.io";

  private final Supplier<Snapshot> head;

  public StoredServices(Supplier<Snapshot> head) {
    this.head = head;
  }

  @Override
  public ServiceEndpoint of(ServiceReference reference) throws IOException {
    Snapshot snapshot = head.get();
    Stored stored =
        snapshot.find("services", ObjectKey.of(reference.namespace(), reference.name()));
    if (stored == null) {
      throw new IOException("service " + GoQuote.of(reference.name()) + " not found");
    }
    JsonNode service = stored.tree();
    if (Meta.text(service, "/spec/type").equals("ExternalName")) {
      return new ServiceEndpoint(
          Meta.text(service, "/spec/externalName") + ":" + reference.port(), null);
    }
    for (JsonNode port : service.at("/spec/ports")) {
      if (port.path("port").asInt() == reference.port()) {
        ServiceEndpoint endpoint = endpoint(snapshot, reference, Meta.text(port, "/name"));
        return endpoint == null
            ? new ServiceEndpoint(
                Meta.text(service, "/spec/clusterIP") + ":" + reference.port(), null)
            : endpoint;
      }
    }
    throw new IOException(
        "no service port "
            + reference.port()
            + " found for service "
            + GoQuote.of(reference.name()));
  }

  private static @Nullable ServiceEndpoint endpoint(
      Snapshot snapshot, ServiceReference service, String portName) {
    var from = ObjectKey.of(service.namespace(), "");
    for (Stored slice : snapshot.collection(SLICES).valuesFrom(from)) {
      if (!slice.key().namespace().equals(service.namespace())) {
        break;
      }
      if (!service.name().equals(slice.labels().get("kubernetes.io/service-name"))) {
        continue;
      }
      JsonNode tree = slice.tree();
      for (JsonNode port : tree.path("ports")) {
        if (!Meta.text(port, "/name").equals(portName)) {
          continue;
        }
        for (JsonNode endpoint : tree.path("endpoints")) {
          if (endpoint.at("/conditions/ready").asBoolean(true)) {
            return endpoint(service, endpoint, port.path("port").asInt());
          }
        }
      }
    }
    return null;
  }

  private static ServiceEndpoint endpoint(ServiceReference service, JsonNode endpoint, int port) {
    String address = Meta.text(endpoint, "/addresses/0") + ":" + port;
    JsonNode target = endpoint.path("targetRef");
    boolean pod =
        Meta.text(target, "/kind").equals("Pod")
            && Meta.text(target, "/namespace").equals(service.namespace());
    return new ServiceEndpoint(
        address,
        pod
            ? new ServiceEndpoint.PodPort(service.namespace(), Meta.text(target, "/name"), port)
            : null);
  }
}
