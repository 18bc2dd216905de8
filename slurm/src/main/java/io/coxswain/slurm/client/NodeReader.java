package io.coxswain.slurm.client;

import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Reads the list of nodes. A node without what every node must have fails the whole list. */
final class NodeReader implements Envelope.Content {
  private final SlurmVersion version;
  private final List<SlurmNode> nodes = new ArrayList<>();

  NodeReader(SlurmVersion version) {
    this.version = version;
  }

  List<SlurmNode> nodes() {
    return nodes;
  }

  @Override
  public boolean read(String field, SlurmJson json) throws IOException {
    if (!field.equals("nodes")) {
      return false;
    }
    json.list(() -> nodes.add(new Draft(json).read(version)));
    return true;
  }

  /** A node as far as it has been read. */
  private static final class Draft {
    private final SlurmJson json;
    private String name = "";
    private boolean hasCluster;
    private boolean hasInstance;
    private String clusterName = "";
    private String instanceId = "";
    private String address = "";
    private final EnumSet<NodeState> states = EnumSet.noneOf(NodeState.class);
    private boolean hasState;
    private String reason = "";
    private OptionalLong reasonChangedAt = OptionalLong.empty();
    private String comment = "";
    private Optional<Instant> bootTime = Optional.empty();
    private Optional<Instant> startTime = Optional.empty();
    private List<String> partitions = List.of();
    private String reservation = "";
    private String tres = "";
    private OptionalLong cpus = OptionalLong.empty();
    private OptionalLong allocatedCpus = OptionalLong.empty();
    private OptionalLong idleCpus = OptionalLong.empty();
    private OptionalLong effectiveCpus = OptionalLong.empty();
    private OptionalLong memory = OptionalLong.empty();
    private OptionalLong allocatedMemory = OptionalLong.empty();
    private OptionalLong freeMemory = OptionalLong.empty();
    private OptionalLong specializedMemory = OptionalLong.empty();

    Draft(SlurmJson json) {
      this.json = json;
    }

    SlurmNode read(SlurmVersion version) throws IOException {
      json.object(this::field);
      check(version);
      return new SlurmNode(
          name,
          clusterName,
          instanceId,
          address,
          states,
          reason,
          reason.isEmpty()
              ? Optional.empty()
              : Optional.of(Instant.ofEpochSecond(reasonChangedAt.orElse(0))),
          comment,
          bootTime,
          startTime,
          partitions,
          reservation,
          tres,
          new NodeCapacity(
              cpus,
              allocatedCpus,
              idleCpus,
              effectiveCpus,
              memory,
              allocatedMemory,
              freeMemory,
              specializedMemory));
    }

    private void field(String field) throws IOException {
      switch (field) {
        case "name" -> name = json.text();
        case "cluster_name" -> {
          hasCluster = true;
          clusterName = json.sharedText();
        }
        case "instance_id" -> {
          hasInstance = true;
          instanceId = json.text();
        }
        case "address" -> address = json.text();
        case "state" -> {
          List<String> words = json.words();
          hasState = !words.isEmpty();
          words.forEach(word -> states.add(NodeState.of(word)));
        }
        case "state_flags" -> json.words().forEach(word -> states.add(NodeState.of(word)));
        case "reason" -> reason = json.text();
        case "reason_changed_at" -> reasonChangedAt = json.number();
        case "comment" -> comment = json.text();
        case "boot_time" -> bootTime = json.time();
        case "slurmd_start_time" -> startTime = json.time();
        case "partitions" -> partitions = json.words();
        case "reservation" -> reservation = json.sharedText();
        case "tres" -> tres = json.sharedText();
        case "cpus" -> cpus = json.number();
        case "alloc_cpus" -> allocatedCpus = json.number();
        case "alloc_idle_cpus", "idle_cpus" -> idleCpus = json.number();
        case "effective_cpus" -> effectiveCpus = json.number();
        case "real_memory" -> memory = json.number();
        case "alloc_memory" -> allocatedMemory = json.number();
        case "free_mem", "free_memory" -> freeMemory = known(json.number());
        case "specialized_memory" -> specializedMemory = json.number();
        default -> json.skip();
      }
    }

    /** Versions that do not wrap numbers write -2 for what they do not know. */
    private static OptionalLong known(OptionalLong number) {
      return number.isPresent() && number.getAsLong() < 0 ? OptionalLong.empty() : number;
    }

    private void check(SlurmVersion version) throws IOException {
      String missing =
          name.isEmpty()
              ? "name"
              : !hasState
                  ? "state"
                  : version.namesInstances() && !hasCluster
                      ? "cluster_name"
                      : version.namesInstances() && !hasInstance
                          ? "instance_id"
                          : !reason.isEmpty() && reasonChangedAt.isEmpty()
                              ? "reason_changed_at"
                              : "";
      if (!missing.isEmpty()) {
        throw new IOException(
            "node " + (name.isEmpty() ? "without a name" : name) + " has no " + missing);
      }
    }
  }
}
