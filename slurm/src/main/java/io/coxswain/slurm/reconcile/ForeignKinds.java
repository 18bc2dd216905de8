package io.coxswain.slurm.reconcile;

import io.coxswain.api.ApiException;
import io.coxswain.api.ResourceType;
import io.coxswain.api.apparmor.AppArmorProfile;
import io.coxswain.api.kruise.KruiseStatefulSet;
import io.coxswain.api.kruise.ResourceDistribution;
import io.coxswain.api.mariadb.MariaDb;
import io.coxswain.api.monitoring.PodMonitor;
import io.coxswain.runtime.client.Reader;
import io.coxswain.slurm.values.Platform;
import io.coxswain.slurm.values.RenderedSlurmVersion;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.Optional;
import java.util.TreeSet;

/**
 * Which of the kinds that others define are used. Without Kruise's StatefulSets the built-in ones
 * take their place, without its distribution we copy the ConfigMap ourselves; without the others
 * what they are for is left out.
 */
public record ForeignKinds(
    boolean kruiseStatefulSet,
    boolean resourceDistribution,
    boolean mariaDb,
    boolean prometheus,
    boolean appArmor) {
  public static final ForeignKinds NONE = new ForeignKinds(false, false, false, false, false);

  /**
   * Queries the server, except where the environment specifies it.
   *
   * @param mariaDb the setting in the environment, and so on
   */
  public static ForeignKinds discover(
      Reader client,
      Optional<Boolean> mariaDb,
      Optional<Boolean> prometheus,
      Optional<Boolean> appArmor)
      throws ApiException {
    var served = new TreeSet<String>();
    for (Reader.Served each : client.discover()) {
      served.add(name(each.type()));
    }
    return new ForeignKinds(
        served.contains(name(KruiseStatefulSet.class)),
        served.contains(name(ResourceDistribution.class)),
        mariaDb.orElse(served.contains(name(MariaDb.class))),
        prometheus.orElse(served.contains(name(PodMonitor.class))),
        appArmor.orElse(served.contains(name(AppArmorProfile.class))));
  }

  /** What clusters are rendered for. */
  public Platform platform() {
    return new Platform(
        kruiseStatefulSet, prometheus, mariaDb, appArmor, RenderedSlurmVersion.V26_05);
  }

  private static String name(Class<? extends HasMetadata> type) {
    return name(ResourceType.of(type));
  }

  private static String name(ResourceType type) {
    return type.group() + "/" + type.plural();
  }
}
