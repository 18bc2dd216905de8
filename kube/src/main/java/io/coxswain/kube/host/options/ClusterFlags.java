package io.coxswain.kube.host.options;

import io.coxswain.runtime.flags.Flag;
import io.coxswain.runtime.flags.FlagSets;
import java.time.Duration;

/** Flags of the garbage collector and of the namespace, quota and admission policy controllers. */
public final class ClusterFlags {
  public final Flag<Integer> collectors;
  public final Flag<Boolean> collectGarbage;
  public final Flag<Duration> namespacePeriod;
  public final Flag<Integer> namespaces;
  public final Flag<Duration> quotaPeriod;
  public final Flag<Integer> quotas;
  public final Flag<Integer> admissionPolicies;

  ClusterFlags(FlagSets sets) {
    var gc = sets.set("garbage-collector-controller");
    collectors =
        gc.int32(
            "concurrent-gc-syncs", 20, "Number of garbage collector workers to run concurrently.");
    collectGarbage =
        gc.bool(
            "enable-garbage-collector",
            true,
            "Enable the garbage collector. Must match the flag of the API server.");
    var namespace = sets.set("namespace-controller");
    namespacePeriod =
        namespace.duration("namespace-sync-period", "5m", "Resync period of namespaces.");
    namespaces =
        namespace.int32(
            "concurrent-namespace-syncs", 10, "Number of namespaces to sync concurrently.");
    var quota = sets.set("resourcequota-controller");
    quotaPeriod =
        quota.duration(
            "resource-quota-sync-period",
            "5m",
            "Interval between two full recalculations of quota usage.");
    quotas =
        quota.int32(
            "concurrent-resource-quota-syncs", 5, "Number of ResourceQuotas to sync concurrently.");
    admissionPolicies =
        sets.set("validatingadmissionpolicy-status-controller")
            .int32(
                "concurrent-validating-admission-policy-status-syncs",
                5,
                "Number of ValidatingAdmissionPolicies to sync concurrently.");
  }
}
