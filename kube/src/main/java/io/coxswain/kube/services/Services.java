package io.coxswain.kube.services;

import io.fabric8.kubernetes.api.model.Service;
import java.util.Map;

/** Questions about services. */
public final class Services {
  /** The label that marks the endpoints of a service without an address of its own. */
  public static final String HEADLESS = "service.kubernetes.io/headless";

  public static final String TRIGGER_TIME = "endpoints.kubernetes.io/last-change-trigger-time";

  /** Whoever elects its leader by Endpoints writes who leads here. */
  public static final String LEADER = "control-plane.alpha.kubernetes.io/leader";

  private Services() {}

  public static Map<String, String> selector(Service service) {
    Map<String, String> selector = service.getSpec().getSelector();
    return selector == null ? Map.of() : selector;
  }

  public static boolean hasSelector(Service service) {
    return !selector(service).isEmpty();
  }

  /** Whether the endpoints of the service are ours to keep. */
  public static boolean isOurs(Service service) {
    return hasSelector(service) && !"ExternalName".equals(service.getSpec().getType());
  }

  /** Whether the service has an address of its own. */
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

  /** A dash is prettier, but a name of 253 characters has no room for it. */
  public static String slicePrefix(String service) {
    return service.length() < 253 ? service + "-" : service;
  }
}
