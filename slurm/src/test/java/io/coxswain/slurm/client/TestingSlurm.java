package io.coxswain.slurm.client;

import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.TreeMap;

/** A Slurm that says what a test tells it to, and remembers what it was asked. */
public final class TestingSlurm implements SlurmClient {
  public final List<String> asked = new ArrayList<>();
  public final List<NodeReboot> reboots = new ArrayList<>();
  public List<SlurmNode> nodes = List.of();
  public List<SlurmJob> jobs = List.of();
  public Diag diag = new Diag(OptionalLong.empty(), List.of(), List.of());

  /** What to do when asked for something, after it was noted. */
  public final TreeMap<String, Reaction> reactions = new TreeMap<>();

  /** What happens before an answer. */
  @FunctionalInterface
  public interface Reaction {
    void run() throws SlurmException;
  }

  private void ask(String what) throws SlurmException {
    asked.add(what);
    Reaction reaction = reactions.get(what);
    if (reaction != null) {
      reaction.run();
    }
  }

  /** From now on the question is not answered. */
  public void failOn(String what) {
    reactions.put(
        what,
        () -> {
          throw new SlurmException(SlurmException.Kind.UNREADABLE, "lost");
        });
  }

  @Override
  public List<SlurmNode> nodes() throws SlurmException {
    ask("nodes");
    return nodes;
  }

  @Override
  public SlurmNode node(String name) throws SlurmException {
    ask("node " + name);
    return nodes.stream()
        .filter(node -> node.name().equals(name))
        .findFirst()
        .orElseThrow(() -> new SlurmException(SlurmException.Kind.NOT_FOUND, name));
  }

  @Override
  public List<SlurmJob> jobs() throws SlurmException {
    ask("jobs");
    return jobs;
  }

  @Override
  public List<SlurmJob> accountingJob(String id) throws SlurmException {
    ask("accounting job " + id);
    return jobs.stream().filter(job -> Long.toString(job.id()).equals(id)).toList();
  }

  @Override
  public List<SlurmJob> accountingJobs(String cluster, Instant from, Instant to)
      throws SlurmException {
    ask("accounting jobs of " + cluster + " for " + (to.getEpochSecond() - from.getEpochSecond()));
    return jobs;
  }

  @Override
  public void update(String node, NodeUpdate update) throws SlurmException {
    ask("update " + node);
  }

  @Override
  public void reconfigure() throws SlurmException {
    ask("reconfigure");
  }

  @Override
  public void reboot(NodeReboot reboot) throws SlurmException {
    ask("reboot");
    reboots.add(reboot);
  }

  @Override
  public Diag diag() throws SlurmException {
    ask("diag");
    return diag;
  }

  @Override
  public void ping() throws SlurmException {
    ask("ping");
  }
}
