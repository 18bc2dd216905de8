package io.coxswain.slurm.sconfig;

import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.Comparator;
import java.util.Map;

/**
 * The key of a reconcile: one JailedConfig, or all that are aggregated under one value.
 *
 * @param name of the JailedConfig, or the value of the label
 */
record JailKey(String namespace, String name, boolean aggregated) implements Comparable<JailKey> {
  static final String AGGREGATION = "slurm.nebius.ai/jailed-aggregation";
  private static final Comparator<JailKey> ORDER =
      Comparator.comparing(JailKey::namespace)
          .thenComparing(JailKey::aggregated)
          .thenComparing(JailKey::name);

  static JailKey of(HasMetadata config) {
    Map<String, String> labels = config.getMetadata().getLabels();
    String value = labels == null ? null : labels.get(AGGREGATION);
    return value == null
        ? new JailKey(config.getMetadata().getNamespace(), config.getMetadata().getName(), false)
        : new JailKey(config.getMetadata().getNamespace(), value, true);
  }

  @Override
  public int compareTo(JailKey other) {
    return ORDER.compare(this, other);
  }

  @Override
  public String toString() {
    return namespace + "/" + name + (aggregated ? " (aggregated)" : "");
  }
}
