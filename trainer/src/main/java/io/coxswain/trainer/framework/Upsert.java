package io.coxswain.trainer.framework;

import io.coxswain.api.trainer.WellKnown;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerPort;
import io.fabric8.kubernetes.api.model.ContainerPortBuilder;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.EnvVarBuilder;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeMount;
import java.util.List;
import java.util.function.Predicate;

/** Upserts entries of a container: replaces the first one with the same key, else appends. */
public final class Upsert {
  private Upsert() {}

  /** A plain value. */
  public static void env(Container container, String name, String value) {
    env(container, new EnvVarBuilder().withName(name).withValue(value).build());
  }

  /** The pod's own number in its Job. */
  public static void index(Container container, String name) {
    env(
        container,
        new EnvVarBuilder()
            .withName(name)
            .withNewValueFrom()
            .withNewFieldRef()
            .withFieldPath(WellKnown.COMPLETION_INDEX_FIELD)
            .endFieldRef()
            .endValueFrom()
            .build());
  }

  /** The rendezvous address of the nodes of a framework. */
  public static void trainerPort(Container container) {
    port(container, new ContainerPortBuilder().withContainerPort(WellKnown.TRAINER_PORT).build());
  }

  /** Volumes are identified by name. */
  public static void volume(PodSpec pod, Volume volume) {
    upsert(pod.getVolumes(), volume, v -> v.getName().equals(volume.getName()));
  }

  /** Mounts are identified by path. */
  public static void mount(Container container, VolumeMount mount) {
    upsert(container.getVolumeMounts(), mount, m -> m.getMountPath().equals(mount.getMountPath()));
  }

  /** Variables are identified by name. */
  public static void env(Container container, EnvVar variable) {
    upsert(container.getEnv(), variable, v -> v.getName().equals(variable.getName()));
  }

  /** The values of the author of a job; a field reference loses the version that is implied. */
  public static void userEnv(Container container, List<EnvVar> variables) {
    for (EnvVar variable : variables) {
      EnvVar copy = new EnvVarBuilder(variable).build();
      if (copy.getValueFrom() != null && copy.getValueFrom().getFieldRef() != null) {
        copy.getValueFrom().getFieldRef().setApiVersion(null);
      }
      env(container, copy);
    }
  }

  /**
   * Ports are identified by number and protocol, or by name if both have one. Upstream lets two
   * absent names count as equal, so that unnamed ports replace one another (mended later by its PR
   * 3926).
   */
  public static void port(Container container, ContainerPort port) {
    upsert(
        container.getPorts(),
        port,
        p ->
            (p.getContainerPort().equals(port.getContainerPort())
                    && protocol(p).equals(protocol(port)))
                || (p.getName() != null && p.getName().equals(port.getName())));
  }

  private static String protocol(ContainerPort port) {
    return port.getProtocol() == null ? "TCP" : port.getProtocol();
  }

  private static <T> void upsert(List<T> list, T item, Predicate<T> same) {
    for (int i = 0; i < list.size(); i++) {
      if (same.test(list.get(i))) {
        list.set(i, item);
        return;
      }
    }
    list.add(item);
  }
}
