package io.coxswain.apiserver.admission.webhook;

import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.api.ObjectKey;
import io.coxswain.apiserver.auth.GoQuote;
import io.coxswain.apiserver.json.Meta;
import io.coxswain.apiserver.store.Snapshot;
import io.coxswain.apiserver.store.Stored;
import java.io.IOException;
import java.util.function.Supplier;

/**
 * Services as they are stored: at a ready endpoint, for there is no network here that would turn a
 * cluster IP into one; at the cluster IP when there is no endpoint.
 */
public final class StoredServices implements ServiceAddresses {
  private static final String SLICES = "endpointslices.discovery.k8s.io";

  private final Supplier<Snapshot> head;

  public StoredServices(Supplier<Snapshot> head) {
    this.head = head;
  }

  @Override
  public String of(ServiceReference reference) throws IOException {
    Snapshot snapshot = head.get();
    Stored stored =
        snapshot.find("services", ObjectKey.of(reference.namespace(), reference.name()));
    if (stored == null) {
      throw new IOException("service " + GoQuote.of(reference.name()) + " not found");
    }
    JsonNode service = stored.tree();
    if (Meta.text(service, "/spec/type").equals("ExternalName")) {
      return Meta.text(service, "/spec/externalName") + ":" + reference.port();
    }
    for (JsonNode port : service.at("/spec/ports")) {
      if (port.path("port").asInt() == reference.port()) {
        String endpoint = endpoint(snapshot, reference, Meta.text(port, "/name"));
        return endpoint.isEmpty()
            ? Meta.text(service, "/spec/clusterIP") + ":" + reference.port()
            : endpoint;
      }
    }
    throw new IOException(
        "no service port "
            + reference.port()
            + " found for service "
            + GoQuote.of(reference.name()));
  }

  private static String endpoint(Snapshot snapshot, ServiceReference service, String portName) {
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
            return Meta.text(endpoint, "/addresses/0") + ":" + port.path("port").asInt();
          }
        }
      }
    }
    return "";
  }
}
