package io.coxswain.apiserver.admission.plugins;

import io.coxswain.apiserver.admission.AdmissionChain;
import io.coxswain.apiserver.admission.Plugin;
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

  public static AdmissionChain chain() {
    return new AdmissionChain(MUTATING, VALIDATING);
  }
}
