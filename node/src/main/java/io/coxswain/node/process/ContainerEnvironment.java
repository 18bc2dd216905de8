package io.coxswain.node.process;

import io.coxswain.api.ApiException;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.EnvFromSource;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.EnvVarSource;
import io.fabric8.kubernetes.api.model.Pod;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** Computes the environment variables of a container's spec. */
final class ContainerEnvironment {
  private final Pod pod;
  private final Container container;
  private final DownwardApi downward;
  private final ConfigData config;

  ContainerEnvironment(Pod pod, Container container, DownwardApi downward, ConfigData config) {
    this.pod = pod;
    this.container = container;
    this.downward = downward;
    this.config = config;
  }

  /**
   * The variables in their order: those of whole config maps and secrets, then single ones, each of
   * which may refer to those before it.
   *
   * @param given variables that the node itself sets; the spec may refer to them and replace them
   */
  SortedMap<String, String> resolve(SortedMap<String, String> given)
      throws NotStartableException, ApiException {
    var variables = new TreeMap<>(given);
    for (EnvFromSource source : container.getEnvFrom()) {
      String prefix = source.getPrefix() == null ? "" : source.getPrefix();
      from(source).forEach((key, value) -> variables.put(prefix + key, text(value)));
    }
    for (EnvVar variable : container.getEnv()) {
      if (variable.getValueFrom() != null) {
        value(variable).ifPresent(value -> variables.put(variable.getName(), value));
      } else {
        String value = variable.getValue() == null ? "" : variable.getValue();
        variables.put(variable.getName(), VariableExpansion.expand(value, variables));
      }
    }
    return variables;
  }

  private SortedMap<String, byte[]> from(EnvFromSource source)
      throws NotStartableException, ApiException {
    if (source.getConfigMapRef() != null) {
      var ref = source.getConfigMapRef();
      return whole("configmap", ref.getName(), config.configMap(ref.getName()), ref.getOptional());
    }
    if (source.getSecretRef() != null) {
      var ref = source.getSecretRef();
      return whole("secret", ref.getName(), config.secret(ref.getName()), ref.getOptional());
    }
    return new TreeMap<>();
  }

  private static SortedMap<String, byte[]> whole(
      String kind, String name, Optional<SortedMap<String, byte[]>> data, Boolean optional)
      throws NotStartableException {
    if (data.isEmpty() && !Boolean.TRUE.equals(optional)) {
      throw NotStartableException.configuration(kind + " \"" + name + "\" not found");
    }
    return data.orElseGet(TreeMap::new);
  }

  private Optional<String> value(EnvVar variable) throws NotStartableException, ApiException {
    EnvVarSource source = variable.getValueFrom();
    if (source.getFieldRef() != null) {
      return Optional.of(downward.field(source.getFieldRef().getFieldPath()));
    }
    if (source.getResourceFieldRef() != null) {
      return Optional.of(downward.resource(container, source.getResourceFieldRef()));
    }
    if (source.getConfigMapKeyRef() != null) {
      var ref = source.getConfigMapKeyRef();
      return key(
          "configmap",
          ref.getName(),
          config.configMap(ref.getName()),
          ref.getKey(),
          ref.getOptional());
    }
    if (source.getSecretKeyRef() != null) {
      var ref = source.getSecretKeyRef();
      return key(
          "secret", ref.getName(), config.secret(ref.getName()), ref.getKey(), ref.getOptional());
    }
    throw NotStartableException.configuration(
        "environment variable %s has a source that process nodes do not support"
            .formatted(variable.getName()));
  }

  private Optional<String> key(
      String kind,
      String name,
      Optional<SortedMap<String, byte[]>> data,
      String key,
      Boolean optional)
      throws NotStartableException {
    SortedMap<String, byte[]> all = whole(kind, name, data, optional);
    byte[] value = all.get(key);
    if (value == null && !Boolean.TRUE.equals(optional)) {
      throw NotStartableException.configuration(
          "couldn't find key %s in %s %s/%s"
              .formatted(
                  key,
                  kind.equals("secret") ? "Secret" : "ConfigMap",
                  pod.getMetadata().getNamespace(),
                  name));
    }
    return Optional.ofNullable(value).map(ContainerEnvironment::text);
  }

  private static String text(byte[] value) {
    return new String(value, StandardCharsets.UTF_8);
  }
}
