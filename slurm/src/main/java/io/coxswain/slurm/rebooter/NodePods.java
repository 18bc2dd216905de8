package io.coxswain.slurm.rebooter;

import io.coxswain.api.ApiException;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;

/** The pods of a machine, as its kubelet knows them. */
@FunctionalInterface
public interface NodePods {
  List<Pod> on(String node) throws ApiException;
}
