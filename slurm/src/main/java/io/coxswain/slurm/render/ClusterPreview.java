package io.coxswain.slurm.render;

import static io.coxswain.slurm.values.ClusterValues.or;

import io.coxswain.api.slurm.NodeSet;
import io.coxswain.api.slurm.NodeSetPowerState;
import io.coxswain.api.slurm.SlurmCluster;
import io.coxswain.env.Entropy;
import io.coxswain.slurm.render.config.ConfigCheck;
import io.coxswain.slurm.render.config.NodeSetRefs;
import io.coxswain.slurm.values.ClusterValidation;
import io.coxswain.slurm.values.ClusterValues;
import io.coxswain.slurm.values.InvalidClusterException;
import io.coxswain.slurm.values.NodeSetValues;
import io.coxswain.slurm.values.Platform;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SequencedMap;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The objects of a cluster, computed without a server. Keys and passwords are replaced by a
 * placeholder.
 */
public final class ClusterPreview {
  private static final String GENERATED = "(generated)";

  private final ClusterValues values;
  private final Entropy entropy;
  private final SortedMap<String, Secret> given;
  private final SequencedMap<String, HasMetadata> objects = new LinkedHashMap<>();
  private final List<String> problems = new ArrayList<>();
  private final TreeSet<String> notes = new TreeSet<>();

  private ClusterPreview(ClusterValues values, Entropy entropy, SortedMap<String, Secret> given) {
    this.values = values;
    this.entropy = entropy;
    this.given = given;
  }

  /**
   * What was found.
   *
   * @param objects in the order in which they would be written
   * @param problems what keeps some of it from being written, each with its field
   * @param notes what is taken, but should be known
   */
  public record Result(List<HasMetadata> objects, List<String> problems, List<String> notes) {

    /** The files inside the objects, by the name of the object and of the file. */
    public SequencedMap<String, String> files() {
      var files = new LinkedHashMap<String, String>();
      for (HasMetadata object : objects) {
        String name = object.getMetadata().getName();
        if (object instanceof ConfigMap map) {
          map.getData().forEach((key, text) -> files.put(name + "/" + key, text));
        } else if (object instanceof Secret secret) {
          orEmpty(secret.getStringData()).forEach((key, text) -> files.put(name + "/" + key, text));
          orEmpty(secret.getData())
              .forEach((key, text) -> files.put(name + "/" + key, decoded(text)));
        }
      }
      return files;
    }
  }

  /**
   * Renders a cluster with its workers.
   *
   * @param nodeSets of any cluster
   * @param powerStates of ephemeral NodeSets; a missing one counts as new
   * @param secrets existing ones
   */
  public static Result of(
      SlurmCluster cluster,
      Collection<NodeSet> nodeSets,
      Collection<NodeSetPowerState> powerStates,
      Collection<Secret> secrets,
      Platform platform,
      Entropy entropy) {
    var given = new TreeMap<String, Secret>();
    secrets.forEach(secret -> given.put(secret.getMetadata().getName(), secret));
    var preview = new ClusterPreview(ClusterValues.of(cluster, nodeSets, platform), entropy, given);
    preview.problems.addAll(ClusterValidation.problems(preview.values));
    preview.problems.addAll(ConfigCheck.problems(preview.values));
    if (preview.problems.isEmpty()) {
      preview.render(powerStates);
    }
    preview.notes.addAll(ClusterValidation.warnings(preview.values));
    NodeSetRefs refs = NodeSetRefs.of(preview.values);
    if (!refs.resolved()) {
      preview.notes.add(refs.message(Integer.MAX_VALUE));
    }
    return new Result(
        List.copyOf(preview.objects.values()), preview.problems, List.copyOf(preview.notes));
  }

  private void render(Collection<NodeSetPowerState> powerStates) {
    step("PopulateJail", Step.keep("Job", s -> PopulateJail.job(values)));
    ClusterRender.of(values).groups().forEach(this::group);
    for (NodeSet set : values.nodeSets()) {
      List<Integer> active =
          powerStates.stream()
              .filter(state -> state.getSpec().getNodeSetRef().equals(set.getMetadata().getName()))
              .findFirst()
              .map(state -> state.getSpec().getActiveNodes())
              .orElseGet(() -> initial(set));
      group(NodeSetRender.of(NodeSetValues.of(values, set, active)).group());
    }
  }

  private static List<Integer> initial(NodeSet set) {
    return IntStream.range(0, or(set.getSpec().getInitialNumberEphemeralNodes(), 0))
        .boxed()
        .toList();
  }

  private void group(Group group) {
    group.steps().forEach(step -> step(group.name(), step));
  }

  private void step(String group, Step step) {
    try {
      switch (step) {
        case Step.Keep keep -> add(keep.object().render(this::find));
        case Step.Generate generate -> {
          Secret there = given.get(generate.secret());
          if (there != null) {
            add(there);
          } else if (!objects.containsKey(key("v1", "Secret", generate.secret()))) {
            add(withoutContent(generate.making().make(entropy)));
          }
        }
        case Step.Remove remove -> {}
      }
    } catch (InvalidClusterException e) {
      problems.add(group + ": " + step.name() + ": " + e.getMessage());
    }
  }

  /** The first that a name was written for stands: what is shared comes more than once. */
  private void add(HasMetadata object) {
    objects.putIfAbsent(
        key(object.getApiVersion(), object.getKind(), object.getMetadata().getName()), object);
  }

  private static String key(String apiVersion, String kind, String name) {
    return apiVersion + " " + kind + " " + name;
  }

  /** A missing Secret would be created by other controllers. */
  private Optional<Secret> find(String name) {
    Secret there = given.get(name);
    if (there != null) {
      return Optional.of(there);
    }
    boolean made = objects.containsKey(key("v1", "Secret", name));
    if (!made) {
      notes.add("Secret \"" + name + "\" is not given; its content is left open");
    }
    String text = made ? GENERATED : "(from Secret " + name + ")";
    var external = values.nodes().getAccounting().getExternalDB();
    var ref = external == null ? null : external.getPasswordSecretKeyRef();
    var data = new TreeMap<String, String>();
    data.put("password", encoded(text));
    data.put("tls.crt", encoded(text));
    data.put("tls.key", encoded(text));
    if (ref != null && ref.getKey() != null) {
      data.put(ref.getKey(), encoded(text));
    }
    return Optional.of(
        new SecretBuilder().withNewMetadata().withName(name).endMetadata().withData(data).build());
  }

  private static Secret withoutContent(Secret secret) {
    var content = new TreeMap<>(secret.getData());
    content.replaceAll((key, value) -> GENERATED);
    return new SecretBuilder(secret).withData(null).withStringData(content).build();
  }

  private static Map<String, String> orEmpty(@Nullable Map<String, String> entries) {
    return entries == null ? Map.of() : entries;
  }

  private static String encoded(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }

  private static String decoded(String text) {
    return new String(Base64.getDecoder().decode(text), StandardCharsets.UTF_8);
  }
}
