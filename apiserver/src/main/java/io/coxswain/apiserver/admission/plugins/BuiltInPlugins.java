package io.coxswain.apiserver.admission.plugins;

import io.coxswain.apiserver.admission.AdmissionChain;
import io.coxswain.apiserver.admission.Plugin;
import java.util.List;

/** The chain of kube-apiserver's default plugins, in its order. */
public final class BuiltInPlugins {
  private static final List<Plugin> MUTATING = List.of(new StrategyAdmission());

  private static final List<Plugin> VALIDATING = List.of();

  private BuiltInPlugins() {}

  public static AdmissionChain chain() {
    return new AdmissionChain(MUTATING, VALIDATING);
  }
}
