package io.coxswain.slurm.rebooter;

import io.coxswain.api.ApiException;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;

/** The pods of a node, as reported by its kubelet. */
@FunctionalInterface
public interface NodePods {
  List<Pod> on(String node) throws ApiException;
}
