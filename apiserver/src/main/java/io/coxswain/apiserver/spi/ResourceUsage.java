package io.coxswain.apiserver.spi;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/**
 * Resource metrics of nodes and pods, provided by the nodes and served as {@code
 * metrics.k8s.io/v1beta1}. Called for each request; nothing is stored.
 */
public interface ResourceUsage {

  /** A NodeMetrics object for each node with known usage. */
  List<ObjectNode> nodes();

  /** A PodMetrics object for each running pod with known usage. */
  List<ObjectNode> pods();
}
