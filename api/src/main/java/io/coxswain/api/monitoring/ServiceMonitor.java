package io.coxswain.api.monitoring;

import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.api.CustomObject;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Kind;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.Version;

/** Services that Prometheus scrapes. */
@Group("monitoring.coreos.com")
@Version("v1")
@Kind("ServiceMonitor")
@Plural("servicemonitors")
public class ServiceMonitor extends CustomObject<ServiceMonitorSpec, JsonNode>
    implements Namespaced {
  public ServiceMonitor() {
    super(new ServiceMonitorSpec());
  }
}
