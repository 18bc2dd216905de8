package io.coxswain.apiserver.admission.plugins;

import io.coxswain.apiserver.admission.Attributes;
import io.coxswain.apiserver.admission.Operation;
import io.coxswain.apiserver.admission.Plugin;
import io.coxswain.apiserver.json.Meta;
import io.coxswain.apiserver.kinds.AdmissionException;
import io.coxswain.apiserver.kinds.cluster.CertificateRequests;
import java.util.List;

/** Rejects certificate requests for the group system:masters. */
final class CertificateSubjectRestriction implements Plugin {
  private static final String CLIENTS = "kubernetes.io/kube-apiserver-client";

  @Override
  public List<String> resources() {
    return List.of("certificatesigningrequests.certificates.k8s.io");
  }

  @Override
  public List<Operation> operations() {
    return List.of(Operation.CREATE);
  }

  @Override
  public void validate(Attributes attributes) {
    if (Meta.text(attributes.object(), "/spec/signerName").equals(CLIENTS)
        && CertificateRequests.organizations(attributes.object()).contains("system:masters")) {
      throw new AdmissionException(
          "use of " + CLIENTS + " signer with system:masters group is not allowed");
    }
  }
}
