package io.coxswain.kube.nodettl;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.ApiException;
import io.coxswain.api.Json;
import io.coxswain.api.ObjectKey;
import io.coxswain.kube.common.Klog;
import io.coxswain.runtime.client.Client;
import io.coxswain.runtime.client.Patch;
import io.coxswain.runtime.controller.Outcome;
import io.coxswain.runtime.controller.Reconciler;
import io.coxswain.runtime.controller.Reconciliation;
import io.fabric8.kubernetes.api.model.Node;
import java.util.Map;
import java.util.Optional;

/** Writes the TTL annotation of a node. */
final class NodeTtlReconciler implements Reconciler<ObjectKey> {
  private static final Klog log = Klog.of("ttl-controller");

  private static final String ANNOTATION = "node.alpha.kubernetes.io/ttl";

  private final Client client;
  private final ClusterSize size;

  NodeTtlReconciler(Client client, ClusterSize size) {
    this.client = client;
    this.size = size;
  }

  @Override
  public Outcome reconcile(ObjectKey key, Reconciliation pass) throws ApiException {
    Optional<Node> node = client.get(Node.class, key);
    String ttl = String.valueOf(size.ttlSeconds());
    if (node.isPresent() && !has(node.get(), ttl)) {
      try {
        var _ = client.patch(node.get(), Patch.merge(annotation(node.get(), ttl)));
        log.info(2, "Changed ttl annotation", "node", key, "TTL", ttl + "s");
      } catch (ApiException.NotFound e) {
        pass.log().atDebug().addKeyValue("err", e.getMessage()).log("Node has been deleted");
      }
    }
    return Outcome.done();
  }

  private static boolean has(Node node, String ttl) {
    Map<String, String> annotations = node.getMetadata().getAnnotations();
    return annotations != null && ttl.equals(annotations.get(ANNOTATION));
  }

  private static ObjectNode annotation(Node node, String ttl) {
    ObjectNode patch = Json.MAPPER.createObjectNode();
    ObjectNode metadata = patch.putObject("metadata");
    metadata.put("uid", node.getMetadata().getUid());
    metadata.putObject("annotations").put(ANNOTATION, ttl);
    return patch;
  }
}
