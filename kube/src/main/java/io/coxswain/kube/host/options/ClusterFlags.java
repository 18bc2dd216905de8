package io.coxswain.kube.host.options;

import io.coxswain.runtime.flags.Flag;
import io.coxswain.runtime.flags.FlagSets;
import java.time.Duration;

/** The controllers of the cluster's own objects. */
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
    collectors = gc.int32("concurrent-gc-syncs", 20, "Objects collected at once.");
    collectGarbage =
        gc.bool(
            "enable-garbage-collector", true, "Collect garbage; must be as the API server has it.");
    var namespace = sets.set("namespace-controller");
    namespacePeriod =
        namespace.duration("namespace-sync-period", "5m", "How often namespaces are looked at.");
    namespaces = namespace.int32("concurrent-namespace-syncs", 10, "Namespaces worked on at once.");
    var quota = sets.set("resourcequota-controller");
    quotaPeriod =
        quota.duration("resource-quota-sync-period", "5m", "How often usage is counted anew.");
    quotas = quota.int32("concurrent-resource-quota-syncs", 5, "Quotas worked on at once.");
    admissionPolicies =
        sets.set("validatingadmissionpolicy-status-controller")
            .int32(
                "concurrent-validating-admission-policy-status-syncs",
                5,
                "Policies worked on at once.");
  }
}
