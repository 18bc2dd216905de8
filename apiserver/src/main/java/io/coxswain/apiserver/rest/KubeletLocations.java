package io.coxswain.apiserver.rest;

import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.api.ObjectKey;
import io.coxswain.apiserver.error.StatusException;
import io.coxswain.apiserver.json.Meta;
import io.coxswain.apiserver.spi.Kubelets;
import io.coxswain.apiserver.store.Snapshot;
import io.coxswain.apiserver.store.Stored;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Finds the kubelet of a node. A node that publishes no port of a kubelet in {@code
 * status.daemonEndpoints}, as those of this program, has none.
 */
final class KubeletLocations {
  private static final String PORT = "/status/daemonEndpoints/kubeletEndpoint/Port";

  private final @Nullable Kubelets kubelets;

  KubeletLocations(@Nullable Kubelets kubelets) {
    this.kubelets = kubelets;
  }

  /** A kubelet and the means to connect to it. */
  record Found(Kubelets client, Kubelets.Kubelet kubelet) {}

  /** The kubelet of the node with the given name; empty if the node has none. */
  Optional<Found> find(Snapshot snapshot, String node) {
    Stored stored = snapshot.find("nodes", ObjectKey.of("", node));
    return stored == null ? Optional.empty() : find(stored.tree());
  }

  /** The kubelet of the node; empty if it has none. */
  Optional<Found> find(JsonNode node) {
    int port = node.at(PORT).asInt(0);
    if (kubelets == null || port <= 0) {
      return Optional.empty();
    }
    String address = address(node, kubelets.addressTypes());
    return Optional.of(new Found(kubelets, new Kubelets.Kubelet(Meta.name(node), address, port)));
  }

  /** All kubelets that can be asked for the usage of their nodes. */
  List<Found> all(Snapshot snapshot) {
    var all = new ArrayList<Found>();
    for (Stored node : snapshot.collection("nodes").values()) {
      try {
        find(node.tree()).ifPresent(all::add);
      } catch (StatusException e) {
        // it has no address yet
      }
    }
    return all;
  }

  /** The first address of the first preferred type that the node has. */
  private static String address(JsonNode node, List<String> types) {
    var known = new ArrayList<String>();
    for (JsonNode one : node.at("/status/addresses")) {
      known.add("{" + Meta.text(one, "/type") + " " + Meta.text(one, "/address") + "}");
    }
    for (String type : types) {
      for (JsonNode one : node.at("/status/addresses")) {
        String address = Meta.text(one, "/address");
        if (Meta.text(one, "/type").equals(type) && !address.isEmpty()) {
          if (!ProxyHandler.isGlobalUnicast(address)) {
            throw StatusException.badRequest("address not allowed");
          }
          return address;
        }
      }
    }
    throw StatusException.unclassified(
        "no preferred addresses found; known addresses: [" + String.join(" ", known) + "]");
  }
}
