package io.coxswain.apiserver.admission.plugins;

import io.coxswain.apiserver.admission.AdmissionChain;
import io.coxswain.apiserver.admission.Plugin;
import java.util.ArrayList;
import java.util.List;

/** The chain of kube-apiserver's default plugins, in its order. */
public final class BuiltInPlugins {
  private static final Plugin LIMITS = new LimitRanger();
  private static final Plugin PRIORITY = new Priority();
  private static final Plugin RUNTIME = new RuntimeClass();

  private static final List<Plugin> MUTATING =
      List.of(
          LIMITS,
          new ServiceAccount(),
          new TaintNodesByCondition(),
          PRIORITY,
          new DefaultTolerationSeconds(),
          DefaultClass.ofClaims(),
          new StorageObjectInUseProtection(),
          RUNTIME,
          DefaultClass.ofIngresses());

  private static final List<Plugin> VALIDATING =
      List.of(LIMITS, PRIORITY, new PersistentVolumeClaimResize(), RUNTIME, new ResourceQuota());

  private BuiltInPlugins() {}

  /**
   * @param last the mutating plugins that come after all others
   */
  public static AdmissionChain chain(Plugin... last) {
    var mutating = new ArrayList<>(MUTATING);
    mutating.addAll(List.of(last));
    return new AdmissionChain(mutating, VALIDATING);
  }
}
