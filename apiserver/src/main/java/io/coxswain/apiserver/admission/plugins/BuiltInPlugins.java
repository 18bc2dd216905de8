package io.coxswain.apiserver.admission.plugins;

import io.coxswain.apiserver.admission.AdmissionChain;
import io.coxswain.apiserver.admission.Plugin;
import io.coxswain.apiserver.admission.podsecurity.PodSecurity;
import io.coxswain.apiserver.auth.Authorizer;
import java.util.ArrayList;
import java.util.List;

/** The chain of kube-apiserver's default plugins, in its order. */
public final class BuiltInPlugins {
  private static final Plugin LIMITS = new LimitRanger();
  private static final Plugin PRIORITY = new Priority();
  private static final Plugin RUNTIME = new RuntimeClass();

  private static final Plugin ACCOUNTS = new ServiceAccount();

  private static final List<Plugin> BEFORE_NODES = List.of(LIMITS, ACCOUNTS);

  private static final List<Plugin> AFTER_NODES =
      List.of(
          new TaintNodesByCondition(),
          PRIORITY,
          new DefaultTolerationSeconds(),
          DefaultClass.ofClaims(),
          new StorageObjectInUseProtection(),
          RUNTIME,
          new PodTopologyLabels(),
          DefaultClass.ofIngresses());

  private static final List<Plugin> VALIDATING =
      List.of(
          LIMITS,
          ACCOUNTS,
          new PodSecurity(),
          PRIORITY,
          new PersistentVolumeClaimResize(),
          RUNTIME);

  private BuiltInPlugins() {}

  /**
   * @param authorizer decides for which audiences a node may request tokens, and who may approve
   *     and sign certificate requests
   * @param lastMutating the mutating plugins that run after all others
   * @param lastValidating the validating plugins that run after all others except quotas
   */
  public static AdmissionChain chain(
      Authorizer authorizer, List<Plugin> lastMutating, List<Plugin> lastValidating) {
    var mutating = new ArrayList<>(BEFORE_NODES);
    mutating.add(new NodeRestriction(authorizer));
    mutating.addAll(AFTER_NODES);
    mutating.addAll(lastMutating);
    var validating = new ArrayList<>(VALIDATING);
    validating.add(SignerPermission.toApprove(authorizer));
    validating.add(SignerPermission.toSign(authorizer));
    validating.add(SignerPermission.toSignForPods(authorizer));
    validating.add(SignerPermission.toAttest(authorizer));
    validating.add(new CertificateSubjectRestriction());
    validating.addAll(lastValidating);
    validating.add(new ResourceQuota());
    return new AdmissionChain(mutating, validating);
  }
}
