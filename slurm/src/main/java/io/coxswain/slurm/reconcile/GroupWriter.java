package io.coxswain.slurm.reconcile;

import io.coxswain.api.ApiException;
import io.coxswain.api.ObjectKey;
import io.coxswain.env.Entropy;
import io.coxswain.runtime.client.Reader;
import io.coxswain.runtime.controller.ReconcileException;
import io.coxswain.slurm.render.Group;
import io.coxswain.slurm.render.Step;
import io.coxswain.slurm.values.Labels;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Secret;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Writes groups of rendered objects, for one reconcile. Remembers what it has stored: later steps
 * depend on exactly that, regardless of the cache.
 */
public final class GroupWriter {
  private final Reader client;
  private final OwnedObjects objects;
  private final Entropy entropy;
  private final HasMetadata cluster;
  private final @Nullable HasMetadata nodeSet;
  private final Map<String, HasMetadata> stored = new TreeMap<>();
  private final List<String> keptTemplates = new ArrayList<>();

  /**
   * @param nodeSet null when the cluster alone is written
   */
  public GroupWriter(
      Reader client,
      OwnedObjects objects,
      Entropy entropy,
      HasMetadata cluster,
      @Nullable HasMetadata nodeSet) {
    this.client = client;
    this.objects = objects;
    this.entropy = entropy;
    this.cluster = cluster;
    this.nodeSet = nodeSet;
  }

  /** Runs every step of the group, even if an earlier one fails. */
  public Steps write(Group group) {
    var steps = new Steps();
    for (Step step : group.steps()) {
      steps.run(step.name(), () -> take(step));
    }
    return steps;
  }

  private void take(Step step) throws ApiException {
    switch (step) {
      case Step.Keep keep -> {
        HasMetadata rendered = keep.object().render(this::secret);
        var dependencies = new ArrayList<HasMetadata>();
        for (Step.Reference reference : keep.dependencies()) {
          dependencies.add(dependency(reference));
        }
        HasMetadata result = keep(keep.owner(), rendered, dependencies);
        store(result);
        if (PodTemplate.isKept(result)) {
          keptTemplates.add(result.getKind() + " " + result.getMetadata().getName());
        }
      }
      case Step.Generate generate -> {
        Optional<? extends HasMetadata> found = find(Secret.class, generate.secret());
        store(found.isPresent() ? found.get() : make(generate));
      }
      case Step.Remove remove -> objects.delete(owner(), remove.kind(), remove.object());
    }
  }

  private HasMetadata keep(Step.Owner owner, HasMetadata rendered, List<HasMetadata> dependencies)
      throws ApiException {
    return switch (owner) {
      case CLUSTER -> objects.ensure(cluster, rendered, dependencies);
      case NODE_SET ->
          objects.ensure(
              owner(),
              rendered,
              dependencies,
              PodTemplate.isRollOutAsked(cluster) || PodTemplate.isRollOutAsked(owner()));
      case NOBODY -> objects.ensurePresent(rendered);
    };
  }

  private HasMetadata make(Step.Generate generate) throws ApiException {
    Secret secret = generate.making().make(entropy);
    return switch (generate.owner()) {
      case CLUSTER -> objects.ensurePresent(cluster, secret);
      case NODE_SET -> objects.ensurePresent(owner(), secret);
      case NOBODY -> objects.ensurePresent(secret);
    };
  }

  /**
   * The workloads written so far that run the pod template of another operator, as a message; empty
   * without any.
   */
  public String keptTemplates() {
    return keptTemplates.isEmpty()
        ? ""
        : "%s: the pod template of another operator stays until the spec changes it; annotate the %s with %s=true to replace it now"
            .formatted(
                String.join(", ", keptTemplates), owner().getKind(), Labels.ROLL_OUT_ANNOTATION);
  }

  /** The one that the groups are written for. */
  private HasMetadata owner() {
    return nodeSet == null ? cluster : nodeSet;
  }

  private void store(HasMetadata object) {
    stored.put(key(object.getClass(), object.getMetadata().getName()), object);
  }

  private static String key(Class<?> kind, String name) {
    return kind.getName() + " " + name;
  }

  private Optional<? extends HasMetadata> find(Class<? extends HasMetadata> kind, String name)
      throws ApiException {
    HasMetadata known = stored.get(key(kind, name));
    return known != null ? Optional.of(known) : client.get(kind, key(name));
  }

  private ObjectKey key(String name) {
    return ObjectKey.of(cluster.getMetadata().getNamespace(), name);
  }

  private HasMetadata dependency(Step.Reference reference) throws ApiException {
    Optional<? extends HasMetadata> found = find(reference.kind(), reference.name());
    if (found.isEmpty()) {
      throw new MissingDependencyException(reference.kind().getSimpleName(), key(reference.name()));
    }
    return found.get();
  }

  private Optional<Secret> secret(String name) {
    try {
      return find(Secret.class, name).map(Secret.class::cast);
    } catch (ApiException e) {
      throw new ReconcileException("reading Secret " + key(name) + ": " + e.getMessage(), e);
    }
  }
}
