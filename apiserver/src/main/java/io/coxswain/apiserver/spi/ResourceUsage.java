package io.coxswain.apiserver.spi;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;

/**
 * What nodes and pods use, from whoever runs them: served as {@code metrics.k8s.io/v1beta1}. Asked
 * at each request; nothing of it is stored.
 */
public interface ResourceUsage {

  /** A NodeMetrics object for each node that something is known of. */
  List<ObjectNode> nodes();

  /** A PodMetrics object for each running pod that something is known of. */
  List<ObjectNode> pods();
}
