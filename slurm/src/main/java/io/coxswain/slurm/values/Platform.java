package io.coxswain.slurm.values;

/**
 * What a cluster is rendered for.
 *
 * @param kruise whether OpenKruise's StatefulSet is there; else those of Kubernetes are used, which
 *     cannot update in place nor leave ordinals out
 * @param prometheus whether PodMonitor and ServiceMonitor are there
 * @param mariaDb whether MariaDB and Grant are there
 * @param appArmor whether AppArmorProfile is there
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

  /** All the kinds of others are there. */
  public static final Platform FULL =
      new Platform(true, true, true, true, RenderedSlurmVersion.V26_05);

  public Platform withSlurm(RenderedSlurmVersion version) {
    return new Platform(kruise, prometheus, mariaDb, appArmor, version);
  }

  public Platform withKruise(boolean kruise) {
    return new Platform(kruise, prometheus, mariaDb, appArmor, slurm);
  }
}
