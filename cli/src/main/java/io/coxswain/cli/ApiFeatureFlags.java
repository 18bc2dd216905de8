package io.coxswain.cli;

import io.coxswain.apiserver.spi.ApiFeatures;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import picocli.CommandLine.Option;

/** The flags of kube-apiserver that choose APIs and features that are not on by default. */
final class ApiFeatureFlags {
  @Option(
      names = "--runtime-config",
      paramLabel = "VERSION=BOOL",
      split = ",",
      description =
          "Serve APIs that are off by default: admissionregistration.k8s.io/v1beta1,"
              + " admissionregistration.k8s.io/v1alpha1, certificates.k8s.io/v1beta1,"
              + " internal.apiserver.k8s.io/v1alpha1, resource.k8s.io/v1alpha3,"
              + " storagemigration.k8s.io/v1beta1, api/beta, api/alpha or api/all, each with =true"
              + " or =false.")
  List<String> runtimeConfig = new ArrayList<>();

  @Option(
      names = "--feature-gates",
      paramLabel = "GATE=BOOL",
      split = ",",
      description =
          "Enable features that are off by default: MutatingAdmissionPolicy=true, which also needs"
              + " --runtime-config=admissionregistration.k8s.io/v1beta1=true; ClusterTrustBundle=true"
              + " and PodCertificateRequest=true (certificates.k8s.io/v1beta1),"
              + " StorageVersionAPI=true (internal.apiserver.k8s.io/v1alpha1) and"
              + " StorageVersionMigrator=true (storagemigration.k8s.io/v1beta1), each with its API;"
              + " DRADeviceTaints=true, for taints of devices, and DRADeviceTaintRules=true, for the"
              + " permissions of DeviceTaintRules (resource.k8s.io/v1alpha3);"
              + " ShardedListAndWatch=true, for the parameter shardSelector of Kubernetes 1.36.")
  List<String> featureGates = new ArrayList<>();

  @Option(
      names = "--enable-priority-and-fairness",
      paramLabel = "BOOL",
      arity = "0..1",
      defaultValue = "true",
      fallbackValue = "true",
      description =
          "Replace the limit of requests in flight by API Priority and Fairness, with isolation of"
              + " flows and levels (default: ${DEFAULT-VALUE}).")
  boolean fairness = true;

  /** Rejects values that name nothing that could be chosen. */
  ApiFeatures features() {
    Set<String> versions = new TreeSet<>();
    settings("--runtime-config", runtimeConfig)
        .forEach((name, on) -> set(versions, versions(name), on));
    Set<String> gates = new TreeSet<>();
    settings("--feature-gates", featureGates)
        .forEach(
            (name, on) -> {
              if (!ApiFeatures.OPTIONAL_GATES.contains(name)) {
                throw new CommandException("--feature-gates: unrecognized feature gate: " + name);
              }
              set(gates, Set.of(name), on);
            });
    ApiFeatures chosen = new ApiFeatures(versions, gates);
    return fairness ? chosen : chosen.withoutFairness();
  }

  private static Set<String> versions(String name) {
    Set<String> chosen = new TreeSet<>();
    for (String version : ApiFeatures.OPTIONAL_VERSIONS) {
      boolean alpha = version.contains("alpha");
      if (name.equals(version)
          || name.equals("api/all")
          || name.equals(alpha ? "api/alpha" : "api/beta")) {
        chosen.add(version);
      }
    }
    if (chosen.isEmpty()) {
      throw new CommandException("--runtime-config: " + name + " cannot be switched");
    }
    return chosen;
  }

  private static void set(Set<String> all, Set<String> chosen, boolean on) {
    if (on) {
      all.addAll(chosen);
    } else {
      all.removeAll(chosen);
    }
  }

  /** By name; a name without a value is on, and {@code api/} names come first. */
  private static Map<String, Boolean> settings(String flag, List<String> values) {
    Map<String, Boolean> settings =
        new TreeMap<>(
            (a, b) -> {
              int order = Boolean.compare(!a.startsWith("api/"), !b.startsWith("api/"));
              return order != 0 ? order : a.compareTo(b);
            });
    for (String value : values) {
      String[] parts = value.split("=", 2);
      String on = parts.length == 1 ? "true" : parts[1];
      if (!on.equals("true") && !on.equals("false")) {
        throw new CommandException(flag + ": " + value + ": must be true or false");
      }
      settings.put(parts[0], on.equals("true"));
    }
    return settings;
  }
}
