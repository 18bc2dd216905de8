package io.coxswain.api.monitoring;

import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.api.CustomObject;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Kind;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.Version;

/** Pods that Prometheus scrapes. */
@Group("monitoring.coreos.com")
@Version("v1")
@Kind("PodMonitor")
@Plural("podmonitors")
public class PodMonitor extends CustomObject<PodMonitorSpec, JsonNode> implements Namespaced {
  public PodMonitor() {
    super(new PodMonitorSpec());
  }
}
