package io.coxswain.slurm.simulated;

import io.coxswain.env.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The state of a Slurm cluster: it does what slurmctld does to nodes and jobs, and nothing else. A
 * node that is drained gets no further job; one that is free gets a job at once while there is a
 * greedy user. Notes it when a job dies because somebody took its machine away.
 */
public final class SimulatedSlurm {
  private static final Duration EPILOG = Duration.ofSeconds(20);

  private final Clock clock;
  private final TreeMap<String, Node> nodes = new TreeMap<>();
  private final TreeMap<Long, Job> jobs = new TreeMap<>();
  private final List<String> updates = new ArrayList<>();
  private final List<String> victims = new ArrayList<>();
  private Duration greed = Duration.ZERO;
  private long nextJob = 100;
  private int reconfigured;

  public SimulatedSlurm(Clock clock) {
    this.clock = clock;
  }

  /** A node as slurmctld keeps it. */
  static final class Node {
    final String name;
    String machine;
    boolean drain;
    boolean down;
    boolean silent;
    String reason = "";
    long reasonAt;
    String comment = "";
    Instant completingUntil = Instant.MIN;

    Node(String name, String machine) {
      this.name = name;
      this.machine = machine;
    }
  }

  /** A job; of an array, one task. */
  static final class Job {
    final long id;
    final String name;
    final List<String> nodes;
    final Instant submitted;
    Instant end;
    String outcome;
    String state = "RUNNING";
    boolean inAccounting = true;
    String parent = "";

    Job(long id, String name, List<String> nodes, Instant submitted, Instant end, String outcome) {
      this.id = id;
      this.name = name;
      this.nodes = nodes;
      this.submitted = submitted;
      this.end = end;
      this.outcome = outcome;
    }
  }

  // ---- for scripts ----------------------------------------------------------------------------

  public void addNode(String name, String machine) {
    nodes.put(name, new Node(name, machine));
  }

  /** The machine under a node is another one now. */
  public void move(String name, String machine) {
    node(name).machine = machine;
  }

  public void drain(String name, String reason) {
    Node node = node(name);
    node.drain = true;
    node.reason = reason;
    node.reasonAt = clock.now().getEpochSecond();
  }

  public void comment(String name, String comment) {
    node(name).comment = comment;
  }

  public void setDown(String name, boolean down) {
    node(name).down = down;
  }

  /** From now on each free node gets a job of that length at once; zero ends it. */
  public void greedyUser(Duration length) {
    greed = length;
    settle();
  }

  /** A job runs on the nodes from now on and ends in the given state. */
  public long run(String name, Duration length, String outcome, String... where) {
    settle();
    Instant now = clock.now();
    var job = new Job(++nextJob, name, List.of(where), now, now.plus(length), outcome);
    jobs.put(job.id, job);
    return job.id;
  }

  /** Accounting does not know of the job yet. */
  public void hideFromAccounting(long id, boolean hidden) {
    job(id).inAccounting = !hidden;
  }

  /** Asked for the parent's number, accounting answers with all its tasks. */
  public void makeTaskOf(long id, String parent) {
    job(id).parent = parent;
  }

  public void changeOutcome(long id, Duration in, String outcome) {
    Job job = job(id);
    job.end = clock.now().plus(in);
    job.outcome = outcome;
  }

  public String reason(String name) {
    return node(name).reason;
  }

  public boolean isDrained(String name) {
    return node(name).drain;
  }

  public String states(String name) {
    settle();
    return String.join("+", statesOf(node(name)));
  }

  /** What was asked to change, in order: {@code worker-0 DRAIN [reason]}. */
  public List<String> updates() {
    return updates;
  }

  public int reconfigured() {
    return reconfigured;
  }

  // ---- the oracle -----------------------------------------------------------------------------

  /** The jobs that run on the machine, or end there. */
  public List<Long> jobsOn(String machine) {
    settle();
    return jobs.values().stream()
        .filter(job -> job.state.equals("RUNNING"))
        .filter(job -> job.nodes.stream().anyMatch(n -> node(n).machine.equals(machine)))
        .map(job -> job.id)
        .toList();
  }

  /** Somebody took the machine away: what ran on it is lost. */
  public void machineTaken(String machine, String how) {
    for (long id : jobsOn(machine)) {
      victims.add("job " + id + " on " + machine + ": " + how);
      job(id).state = "NODE_FAIL";
    }
  }

  /** The jobs that died because their machine was taken away. */
  public List<String> victims() {
    return victims;
  }

  // ---- what slurmctld does --------------------------------------------------------------------

  void settle() {
    Instant now = clock.now();
    for (Job job : jobs.values()) {
      if (job.state.equals("RUNNING") && !job.end.isAfter(now)) {
        job.state = job.outcome;
        for (String name : job.nodes) {
          node(name).completingUntil = job.end.plus(EPILOG);
        }
      }
    }
    if (greed.isPositive()) {
      for (Node node : nodes.values()) {
        if (isFree(node, now)) {
          var job =
              new Job(++nextJob, "greedy", List.of(node.name), now, now.plus(greed), "COMPLETED");
          jobs.put(job.id, job);
        }
      }
    }
  }

  private boolean isFree(Node node, Instant now) {
    return !node.drain
        && !node.down
        && !node.silent
        && !node.completingUntil.isAfter(now)
        && !isBusy(node);
  }

  private boolean isBusy(Node node) {
    return jobs.values().stream()
        .anyMatch(job -> job.state.equals("RUNNING") && job.nodes.contains(node.name));
  }

  SortedSet<String> statesOf(Node node) {
    var states = new TreeSet<String>();
    states.add(node.down ? "DOWN" : isBusy(node) ? "ALLOCATED" : "IDLE");
    if (node.drain) {
      states.add("DRAIN");
    }
    if (node.completingUntil.isAfter(clock.now())) {
      states.add("COMPLETING");
    }
    if (node.silent) {
      states.add("NOT_RESPONDING");
    }
    states.add("DYNAMIC_NORM");
    return states;
  }

  void update(String name, String state, String reason, String comment) {
    Node node = node(name);
    updates.add((name + " " + state + " " + reason + comment).strip());
    if (!comment.isEmpty()) {
      node.comment = comment;
    }
    switch (state.toUpperCase(Locale.ROOT)) {
      case "DRAIN" -> drain(name, reason);
      case "UNDRAIN" -> undrain(node);
      case "RESUME" -> {
        undrain(node);
        node.down = false;
      }
      default -> {}
    }
  }

  private static void undrain(Node node) {
    node.drain = false;
    if (!node.down) {
      node.reason = "";
    }
  }

  void reconfigure() {
    reconfigured++;
  }

  boolean has(String name) {
    return nodes.containsKey(name);
  }

  List<Node> nodes() {
    settle();
    return List.copyOf(nodes.values());
  }

  Node node(String name) {
    Node node = nodes.get(name);
    if (node == null) {
      throw new IllegalArgumentException("no node " + name);
    }
    return node;
  }

  List<Job> jobs() {
    settle();
    return List.copyOf(jobs.values());
  }

  private Job job(long id) {
    Job job = jobs.get(id);
    if (job == null) {
      throw new IllegalArgumentException("no job " + id);
    }
    return job;
  }

  static long seconds(Instant time) {
    return time.truncatedTo(ChronoUnit.SECONDS).getEpochSecond();
  }
}
