package io.coxswain.kube.services;

import io.fabric8.kubernetes.api.model.Service;
import java.util.Map;

/** Predicates and names of services. */
public final class Services {
  /** The label of endpoints of a headless service. */
  public static final String HEADLESS = "service.kubernetes.io/headless";

  public static final String TRIGGER_TIME = "endpoints.kubernetes.io/last-change-trigger-time";

  /** The annotation of Endpoints that are used for leader election. */
  public static final String LEADER = "control-plane.alpha.kubernetes.io/leader";

  private Services() {}

  public static Map<String, String> selector(Service service) {
    Map<String, String> selector = service.getSpec().getSelector();
    return selector == null ? Map.of() : selector;
  }

  public static boolean hasSelector(Service service) {
    return !selector(service).isEmpty();
  }

  /** Whether this controller manages the endpoints of the service. */
  public static boolean isOurs(Service service) {
    return hasSelector(service) && !"ExternalName".equals(service.getSpec().getType());
  }

  /** Whether the service has a cluster IP. */
  public static boolean hasAddress(Service service) {
    String ip = service.getSpec().getClusterIP();
    return ip != null && !ip.isEmpty() && !ip.equals("None");
  }

  public static boolean publishesNotReady(Service service) {
    return Boolean.TRUE.equals(service.getSpec().getPublishNotReadyAddresses());
  }

  public static Map<String, String> labels(Service service) {
    Map<String, String> labels = service.getMetadata().getLabels();
    return labels == null ? Map.of() : labels;
  }

  public static Map<String, String> annotations(Service service) {
    Map<String, String> annotations = service.getMetadata().getAnnotations();
    return annotations == null ? Map.of() : annotations;
  }

  /** Adds a dash unless the name would become too long. */
  public static String slicePrefix(String service) {
    return service.length() < 253 ? service + "-" : service;
  }
}
