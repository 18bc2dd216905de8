package io.coxswain.jobset;

import io.coxswain.jobset.label.Keys;
import io.coxswain.runtime.client.Owners;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceBuilder;
import java.util.Map;

/** The headless Service that gives each pod a name in DNS. */
final class ChildService {
  private ChildService() {}

  static Service of(DesiredJobSet wanted) {
    return new ServiceBuilder()
        .withNewMetadata()
        .withName(wanted.serviceName())
        .withNamespace(wanted.namespace())
        .withOwnerReferences(Owners.controlledBy(wanted.object()))
        .endMetadata()
        .withNewSpec()
        .withClusterIP("None")
        .withSelector(Map.of(Keys.JOBSET_NAME, wanted.name()))
        .withPublishNotReadyAddresses(wanted.publishNotReadyAddresses())
        .endSpec()
        .build();
  }
}
