package io.coxswain.apiserver.rest;

import io.coxswain.api.ObjectKey;
import io.coxswain.apiserver.json.Meta;
import io.coxswain.apiserver.spi.ApiServerOptions;
import io.coxswain.apiserver.spi.ClusterNetwork;
import io.coxswain.apiserver.spi.Kubelets;
import io.coxswain.apiserver.store.Snapshot;
import io.coxswain.apiserver.store.Stored;
import io.coxswain.env.Sockets;
import java.io.IOException;
import java.net.NoRouteToHostException;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The network of all pods and nodes: those of this program by name, those of nodes with a kubelet
 * at the address of their objects.
 */
public final class StoredNetwork implements ClusterNetwork {
  private final Supplier<Snapshot> head;
  private final @Nullable ClusterNetwork own;
  private final KubeletLocations locations;

  private StoredNetwork(Supplier<Snapshot> head, ApiServerOptions options) {
    this.head = head;
    this.own = options.network();
    this.locations = new KubeletLocations(options.kubelets());
  }

  /** The network that the options describe; null if neither pods nor nodes can be reached. */
  public static @Nullable ClusterNetwork of(Supplier<Snapshot> head, ApiServerOptions options) {
    return options.network() == null && options.kubelets() == null
        ? null
        : new StoredNetwork(head, options);
  }

  @Override
  public Sockets.Connection connectToPod(String namespace, String pod, int port)
      throws IOException {
    Snapshot snapshot = head.get();
    Stored stored = snapshot.find("pods", ObjectKey.of(namespace, pod));
    if (stored != null) {
      String node = Meta.text(stored.tree(), "/spec/nodeName");
      Optional<KubeletLocations.Found> kubelet = locations.find(snapshot, node);
      if (kubelet.isPresent()) {
        String address = Meta.text(stored.tree(), "/status/podIP");
        if (!ProxyHandler.isGlobalUnicast(address)) {
          throw new NoRouteToHostException();
        }
        return kubelet.get().client().dial(address, port);
      }
    }
    return own().connectToPod(namespace, pod, port);
  }

  @Override
  public Sockets.Connection connectToNode(String node, int port) throws IOException {
    Optional<KubeletLocations.Found> found = locations.find(head.get(), node);
    if (found.isEmpty()) {
      return own().connectToNode(node, port);
    }
    Kubelets.Kubelet kubelet = found.get().kubelet();
    return found.get().client().dial(kubelet.address(), port);
  }

  private ClusterNetwork own() throws IOException {
    if (own == null) {
      throw new NoRouteToHostException();
    }
    return own;
  }
}
