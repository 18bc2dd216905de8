package io.coxswain.trainer.framework;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerPort;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.EnvVarBuilder;
import java.util.List;
import java.util.function.Predicate;

/**
 * Puts entries into a container: in the place of the first one with the same key, else at the end.
 */
public final class Upsert {
  private Upsert() {}

  /** A plain value. */
  public static void env(Container container, String name, String value) {
    env(container, new EnvVarBuilder().withName(name).withValue(value).build());
  }

  /** Variables are known by their name. */
  public static void env(Container container, EnvVar variable) {
    upsert(container.getEnv(), variable, v -> v.getName().equals(variable.getName()));
  }

  /** What the author of a job asked for; a field reference loses the version that is implied. */
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
   * Ports are known by number and protocol, or by name where both have one. Upstream lets two
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
