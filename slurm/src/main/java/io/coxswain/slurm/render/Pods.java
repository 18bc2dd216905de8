package io.coxswain.slurm.render;

import static io.coxswain.slurm.values.ClusterValues.text;

import io.coxswain.api.slurm.NodeFilter;
import io.coxswain.slurm.values.Labels;
import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.LabelSelectorBuilder;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.PodSecurityContext;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodSpecBuilder;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.DeploymentBuilder;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Pods of different components, as far as they are alike. */
final class Pods {
  private static final long GRACE_SECONDS = 30;

  private Pods() {}

  /** A pod that runs where the filter allows. */
  static PodSpecBuilder where(NodeFilter filter) {
    return new PodSpecBuilder()
        .withAffinity(filter.getAffinity())
        .withNodeSelector(
            filter.getNodeSelector().isEmpty() ? null : new TreeMap<>(filter.getNodeSelector()))
        .withTolerations(filter.getTolerations());
  }

  /** Sets the server's defaults explicitly, so that a StatefulSet's pods do not look changed. */
  static PodSpec settled(PodSpecBuilder pod) {
    return pod.withDnsPolicy("ClusterFirst")
        .withRestartPolicy("Always")
        .withTerminationGracePeriodSeconds(GRACE_SECONDS)
        .withSecurityContext(new PodSecurityContext())
        .withSchedulerName("default-scheduler")
        .build();
  }

  static @Nullable String orNull(@Nullable String value) {
    return text(value).isEmpty() ? null : value;
  }

  static PodTemplateSpec template(
      SortedMap<String, String> labels, Map<String, String> annotations, PodSpec spec) {
    return new PodTemplateSpec(
        new ObjectMetaBuilder()
            .withLabels(labels)
            .withAnnotations(annotations.isEmpty() ? null : new TreeMap<>(annotations))
            .build(),
        spec);
  }

  static Map<String, String> defaultContainer(String name) {
    return Map.of(Labels.DEFAULT_CONTAINER, name);
  }

  static ObjectMeta metadata(String name, String namespace, SortedMap<String, String> labels) {
    return new ObjectMetaBuilder()
        .withName(name)
        .withNamespace(namespace)
        .withLabels(labels)
        .build();
  }

  static LabelSelector selector(SortedMap<String, String> labels) {
    return new LabelSelectorBuilder().withMatchLabels(labels).build();
  }

  static Deployment deployment(
      ObjectMeta metadata,
      int replicas,
      String strategy,
      SortedMap<String, String> matching,
      PodTemplateSpec template) {
    return new DeploymentBuilder()
        .withMetadata(metadata)
        .withNewSpec()
        .withReplicas(replicas)
        .withNewStrategy()
        .withType(strategy)
        .endStrategy()
        .withSelector(selector(matching))
        .withTemplate(template)
        .endSpec()
        .build();
  }
}
