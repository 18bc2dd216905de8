package io.coxswain.trainer.runtime;

import io.coxswain.api.jobset.JobSetSpec;
import io.coxswain.api.jobset.ReplicatedJob;
import io.coxswain.api.trainer.MLPolicy;
import io.coxswain.api.trainer.RuntimePatch;
import io.coxswain.api.trainer.TrainJob;
import io.coxswain.api.trainer.Trainer;
import io.coxswain.api.trainer.TrainingRuntimeSpec;
import io.coxswain.api.trainer.WellKnown;
import io.coxswain.trainer.framework.PodSet;
import io.coxswain.trainer.framework.RuntimeInfo;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceClaim;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Lays a job over its runtime: patches, the number of nodes that the runtime has, the resources of
 * the job. What the framework in use needs comes later, from plugins.
 *
 * <p>The labels and annotations of the job itself go nowhere.
 */
public final class RuntimeMerge {
  private RuntimeMerge() {}

  public static RuntimeInfo merge(TrainJob job, TrainingRuntimeSpec runtime) {
    List<RuntimePatch> patches = job.getSpec().getRuntimePatches();
    JobSetSpec template = RuntimePatches.apply(runtime.getTemplate().getSpec(), patches);
    var podSets = new ArrayList<PodSet>();
    for (ReplicatedJob replicated : template.getReplicatedJobs()) {
      podSets.add(podSet(replicated, job, runtime.getMlPolicy()));
    }
    return new RuntimeInfo(
        runtime,
        template,
        metadata(runtime, patches, ObjectMeta::getLabels),
        metadata(runtime, patches, ObjectMeta::getAnnotations),
        podSets);
  }

  private static Map<String, String> metadata(
      TrainingRuntimeSpec runtime,
      List<RuntimePatch> patches,
      Function<ObjectMeta, Map<String, String>> which) {
    var merged = new TreeMap<String, String>();
    ObjectMeta own = runtime.getTemplate().getMetadata();
    if (own != null && which.apply(own) != null) {
      merged.putAll(which.apply(own));
    }
    RuntimePatches.overlay(merged, patches, which);
    return merged;
  }

  private static PodSet podSet(ReplicatedJob replicated, TrainJob job, @Nullable MLPolicy policy) {
    var podSet = new PodSet(replicated, 1);
    if (policy != null && podSet.is(WellKnown.ANCESTOR_TRAINER)) {
      podSet.setCount(atLeastOne(policy.getNumNodes()));
      mergeResources(podSet, job.getSpec().getTrainer());
    } else {
      podSet.setCount(atLeastOne(podSet.jobSpec().getParallelism()));
      if (podSet.name().equals(WellKnown.NODE) && launcherIsNode(policy)) {
        mergeResources(podSet, job.getSpec().getTrainer());
      }
    }
    return podSet;
  }

  /** Whether the launcher of MPI trains too, so that its workers are nodes like itself. */
  public static boolean launcherIsNode(RuntimeInfo info) {
    return launcherIsNode(info.runtime().getMlPolicy());
  }

  private static boolean launcherIsNode(@Nullable MLPolicy policy) {
    return policy != null
        && policy.getMpi() != null
        && Boolean.TRUE.equals(policy.getMpi().getRunLauncherAsNode());
  }

  private static int atLeastOne(@Nullable Integer count) {
    return count == null ? 1 : Math.max(count, 1);
  }

  private static void mergeResources(PodSet podSet, @Nullable Trainer trainer) {
    if (trainer == null || trainer.getResourcesPerNode() == null) {
      return;
    }
    ResourceRequirements wanted = trainer.getResourcesPerNode();
    podSet
        .container(WellKnown.NODE)
        .ifPresent(node -> node.setResources(merge(node.getResources(), wanted)));
  }

  private static ResourceRequirements merge(
      @Nullable ResourceRequirements own, ResourceRequirements over) {
    ResourceRequirements base = own == null ? new ResourceRequirements() : own;
    var merged = new ResourceRequirements();
    merged.setLimits(merge(base.getLimits(), over.getLimits()));
    merged.setRequests(merge(base.getRequests(), over.getRequests()));
    merged.setClaims(mergeClaims(base.getClaims(), over.getClaims()));
    return merged;
  }

  private static Map<String, Quantity> merge(
      @Nullable Map<String, Quantity> base, @Nullable Map<String, Quantity> over) {
    var merged = new TreeMap<String, Quantity>();
    if (base != null) {
      merged.putAll(base);
    }
    if (over != null) {
      merged.putAll(over);
    }
    return merged;
  }

  private static List<ResourceClaim> mergeClaims(
      List<ResourceClaim> base, List<ResourceClaim> over) {
    var merged = new LinkedHashMap<String, ResourceClaim>();
    base.forEach(claim -> merged.put(claim.getName(), claim));
    over.forEach(claim -> merged.put(claim.getName(), claim));
    return new ArrayList<>(merged.values());
  }
}
