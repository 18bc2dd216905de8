package io.coxswain.slurm.values;

/**
 * The platform for which a cluster is rendered.
 *
 * @param kruise whether OpenKruise's StatefulSet exists; otherwise those of Kubernetes are used,
 *     which cannot update in place or skip ordinals
 * @param prometheus whether PodMonitor and ServiceMonitor exist
 * @param mariaDb whether MariaDB and Grant exist
 * @param appArmor whether AppArmorProfile exists
 * @param slurm the release whose configuration is written
 */
public record Platform(
    boolean kruise,
    boolean prometheus,
    boolean mariaDb,
    boolean appArmor,
    RenderedSlurmVersion slurm) {

  /** Kubernetes alone. */
  public static final Platform PLAIN =
      new Platform(false, false, false, false, RenderedSlurmVersion.V26_05);

  /** All foreign kinds exist. */
  public static final Platform FULL =
      new Platform(true, true, true, true, RenderedSlurmVersion.V26_05);

  public Platform withSlurm(RenderedSlurmVersion version) {
    return new Platform(kruise, prometheus, mariaDb, appArmor, version);
  }

  public Platform withKruise(boolean kruise) {
    return new Platform(kruise, prometheus, mariaDb, appArmor, slurm);
  }
}
