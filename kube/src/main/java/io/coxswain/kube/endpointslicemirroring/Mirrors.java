package io.coxswain.kube.endpointslicemirroring;

import io.coxswain.api.LabelSelector;
import io.coxswain.api.ObjectKey;
import io.coxswain.kube.services.Services;
import io.fabric8.kubernetes.api.model.Endpoints;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.discovery.v1.EndpointSlice;
import java.util.List;
import java.util.Map;

/** Labels of mirrored slices, and the rules for which Endpoints are mirrored. */
final class Mirrors {
  static final String SERVICE = "kubernetes.io/service-name";
  static final String MANAGED_BY = "endpointslice.kubernetes.io/managed-by";
  static final String THIS_CONTROLLER = "endpointslicemirroring-controller.k8s.io";
  private static final String SKIP = "endpointslice.kubernetes.io/skip-mirror";

  private Mirrors() {}

  /** Whether the Endpoints may be mirrored, judged without their service. */
  static boolean areWanted(Endpoints endpoints) {
    return !"true".equals(labels(endpoints).get(SKIP))
        && !annotations(endpoints).containsKey(Services.LEADER);
  }

  static boolean isOne(EndpointSlice slice) {
    return THIS_CONTROLLER.equals(labels(slice).get(MANAGED_BY));
  }

  /** The Endpoints that a slice mirrors. */
  static List<ObjectKey> original(EndpointSlice slice) {
    String name = labels(slice).get(SERVICE);
    return name == null || name.isEmpty() ? List.of() : List.of(ObjectKey.of(slice).sibling(name));
  }

  /** The selector for the mirrored slices of Endpoints. */
  static LabelSelector of(String endpoints) {
    return LabelSelector.of(Map.of(SERVICE, endpoints, MANAGED_BY, THIS_CONTROLLER));
  }

  static Map<String, String> labels(HasMetadata object) {
    Map<String, String> labels = object.getMetadata().getLabels();
    return labels == null ? Map.of() : labels;
  }

  static Map<String, String> annotations(HasMetadata object) {
    Map<String, String> annotations = object.getMetadata().getAnnotations();
    return annotations == null ? Map.of() : annotations;
  }
}
