package io.coxswain.apiserver.admission.plugins;

import io.coxswain.apiserver.admission.AdmissionChain;
import io.coxswain.apiserver.admission.Plugin;
import java.util.ArrayList;
import java.util.List;

/** The chain of kube-apiserver's default plugins, in its order. */
public final class BuiltInPlugins {
  private static final List<Plugin> MUTATING =
      List.of(
          new ServiceAccount(),
          new TaintNodesByCondition(),
          new Priority(),
          new DefaultTolerationSeconds(),
          new StorageObjectInUseProtection());

  private static final List<Plugin> VALIDATING = List.of(new Priority());

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
