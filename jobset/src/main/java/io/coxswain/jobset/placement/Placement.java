package io.coxswain.jobset.placement;

import io.coxswain.jobset.label.Keys;
import io.coxswain.runtime.client.Owners;
import io.fabric8.kubernetes.api.model.Affinity;
import io.fabric8.kubernetes.api.model.LabelSelector;
import io.fabric8.kubernetes.api.model.LabelSelectorBuilder;
import io.fabric8.kubernetes.api.model.LabelSelectorRequirement;
import io.fabric8.kubernetes.api.model.LabelSelectorRequirementBuilder;
import io.fabric8.kubernetes.api.model.OwnerReference;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodAffinity;
import io.fabric8.kubernetes.api.model.PodAffinityTerm;
import io.fabric8.kubernetes.api.model.PodAffinityTermBuilder;
import io.fabric8.kubernetes.api.model.PodAntiAffinity;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The requested placement of a pod, and the rules that enforce it. */
final class Placement {
  private static final String COMPLETION_INDEX = "batch.kubernetes.io/job-completion-index";

  private Placement() {}

  static String label(Pod pod, String key) {
    return value(pod.getMetadata().getLabels(), key);
  }

  static String annotation(Pod pod, String key) {
    return value(pod.getMetadata().getAnnotations(), key);
  }

  private static String value(@Nullable Map<String, String> map, String key) {
    return map == null ? "" : map.getOrDefault(key, "");
  }

  /** Whether these rules are about the pod at all. */
  static boolean isOurs(Pod pod) {
    Map<String, String> annotations = pod.getMetadata().getAnnotations();
    return annotations != null
        && annotations.containsKey(Keys.JOBSET_NAME)
        && !annotations.containsKey(Keys.NODE_SELECTOR);
  }

  /** The node label whose values are the domains; empty if the pod may be anywhere. */
  static String topologyKey(Pod pod) {
    return annotation(pod, Keys.EXCLUSIVE_TOPOLOGY);
  }

  static boolean isLeader(Pod pod) {
    return annotation(pod, COMPLETION_INDEX).equals("0");
  }

  static boolean isScheduled(Pod pod) {
    String node = pod.getSpec().getNodeName();
    return node != null && !node.isEmpty();
  }

  static String ownerUid(Pod pod) {
    return Owners.controllerOf(pod).map(OwnerReference::getUid).orElse("");
  }

  /** Notes the priority where selectors can see it. */
  static void notePriority(Pod pod) {
    Integer priority = pod.getSpec().getPriority();
    if (priority != null) {
      var labels = new LinkedHashMap<>(pod.getMetadata().getLabels());
      labels.put(Keys.PRIORITY, Integer.toString(priority));
      pod.getMetadata().setLabels(labels);
    }
  }

  /** Together with the pods of its own Job, apart from those of others of the same priority. */
  static void separate(Pod leader, String topologyKey) {
    Affinity affinity =
        Optional.ofNullable(leader.getSpec().getAffinity()).orElseGet(Affinity::new);
    PodAffinity together =
        Optional.ofNullable(affinity.getPodAffinity()).orElseGet(PodAffinity::new);
    PodAntiAffinity apart =
        Optional.ofNullable(affinity.getPodAntiAffinity()).orElseGet(PodAntiAffinity::new);
    String key = label(leader, Keys.JOB_KEY);
    together.setRequiredDuringSchedulingIgnoredDuringExecution(
        with(
            together.getRequiredDuringSchedulingIgnoredDuringExecution(),
            term(topologyKey, requirement(Keys.JOB_KEY, "In", key))));
    apart.setRequiredDuringSchedulingIgnoredDuringExecution(
        with(
            apart.getRequiredDuringSchedulingIgnoredDuringExecution(),
            term(
                topologyKey,
                requirement(Keys.JOB_KEY, "Exists"),
                requirement(Keys.JOB_KEY, "NotIn", key),
                requirement(Keys.PRIORITY, "In", label(leader, Keys.PRIORITY)))));
    affinity.setPodAffinity(together);
    affinity.setPodAntiAffinity(apart);
    leader.getSpec().setAffinity(affinity);
  }

  /** Whether admission has given the leader its rules. */
  static boolean isSeparated(Pod leader) {
    return Optional.ofNullable(leader.getSpec().getAffinity())
        .map(Affinity::getPodAntiAffinity)
        .map(PodAntiAffinity::getRequiredDuringSchedulingIgnoredDuringExecution)
        .orElse(List.of())
        .stream()
        .map(PodAffinityTerm::getLabelSelector)
        .filter(java.util.Objects::nonNull)
        .map(LabelSelector::getMatchExpressions)
        .anyMatch(rules -> rules.stream().anyMatch(rule -> rule.getKey().equals(Keys.JOB_KEY)));
  }

  static void follow(Pod follower, String topologyKey, String domain) {
    var selector = new TreeMap<String, String>();
    if (follower.getSpec().getNodeSelector() != null) {
      selector.putAll(follower.getSpec().getNodeSelector());
    }
    selector.put(topologyKey, domain);
    follower.getSpec().setNodeSelector(selector);
  }

  private static List<PodAffinityTerm> with(List<PodAffinityTerm> terms, PodAffinityTerm more) {
    var all = new ArrayList<>(terms);
    all.add(more);
    return all;
  }

  private static PodAffinityTerm term(String topologyKey, LabelSelectorRequirement... rules) {
    return new PodAffinityTermBuilder()
        .withLabelSelector(new LabelSelectorBuilder().withMatchExpressions(rules).build())
        .withTopologyKey(topologyKey)
        .withNamespaceSelector(new LabelSelector())
        .build();
  }

  private static LabelSelectorRequirement requirement(
      String key, String operator, String... values) {
    return new LabelSelectorRequirementBuilder()
        .withKey(key)
        .withOperator(operator)
        .withValues(values)
        .build();
  }
}
