package io.coxswain.node.process;

import io.coxswain.node.network.PodNetwork;
import io.coxswain.node.registry.NodeProfile;
import io.fabric8.kubernetes.api.model.Quantity;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * How many nodes there are and what they are like.
 *
 * @param names of the Node objects
 * @param data where logs, volumes and the directories of containers are kept
 * @param machine what the nodes run on
 * @param environment what every container inherits; its spec may replace it
 * @param apiServer where containers find the server; empty when they cannot
 * @param reachable where names of services with their ports really are, for services that are
 *     programs of this machine
 * @param launcher a program, with arguments, that every container is started through, such as
 *     {@code setsid}; none when empty
 * @param notices receives what people at the console should read, a line at a time
 */
public record ProcessNodeOptions(
    List<String> names,
    Path data,
    MachineProfile machine,
    SortedMap<String, String> environment,
    String apiServer,
    Reachable reachable,
    List<String> launcher,
    Consumer<String> notices) {

  /**
   * The machine that all nodes share.
   *
   * @param capacity of each node
   * @param operatingSystem in Go's words: {@code linux}, {@code darwin}
   * @param architecture in Go's words: {@code amd64}, {@code arm64}
   */
  public record MachineProfile(
      SortedMap<String, Quantity> capacity, String operatingSystem, String architecture) {

    public MachineProfile {
      capacity = Collections.unmodifiableSortedMap(new TreeMap<>(capacity));
    }
  }

  public ProcessNodeOptions {
    names = List.copyOf(names);
    launcher = List.copyOf(launcher);
    environment = Collections.unmodifiableSortedMap(new TreeMap<>(environment));
  }

  /** {@code node-0}, {@code node-1} and so on, with room for four busy cores and 110 pods each. */
  public static ProcessNodeOptions nodes(int count, Path data) {
    var capacity = new TreeMap<String, Quantity>();
    capacity.put("cpu", new Quantity("4"));
    capacity.put("memory", new Quantity("16Gi"));
    capacity.put("pods", new Quantity("110"));
    return nodes(
        IntStream.range(0, count).mapToObj(i -> "node-" + i).toList(),
        data,
        new MachineProfile(capacity, "linux", "amd64"));
  }

  /** Nodes of the given names, all on the same machine. */
  public static ProcessNodeOptions nodes(List<String> names, Path data, MachineProfile machine) {
    return new ProcessNodeOptions(
        names,
        data,
        machine,
        Collections.emptySortedMap(),
        "",
        Reachable.NOTHING,
        List.of(),
        _ -> {});
  }

  public ProcessNodeOptions withEnvironment(SortedMap<String, String> variables) {
    return new ProcessNodeOptions(
        names, data, machine, variables, apiServer, reachable, launcher, notices);
  }

  public ProcessNodeOptions on(MachineProfile other) {
    return new ProcessNodeOptions(
        names, data, other, environment, apiServer, reachable, launcher, notices);
  }

  /** Tells containers where the server is. */
  public ProcessNodeOptions withApiServer(String url) {
    return new ProcessNodeOptions(
        names, data, machine, environment, url, reachable, launcher, notices);
  }

  /** Tells containers where services really are. */
  public ProcessNodeOptions withReachable(Reachable places) {
    return new ProcessNodeOptions(
        names, data, machine, environment, apiServer, places, launcher, notices);
  }

  /** Starts every container through another program. */
  public ProcessNodeOptions withLauncher(List<String> words) {
    return new ProcessNodeOptions(
        names, data, machine, environment, apiServer, reachable, words, notices);
  }

  public ProcessNodeOptions withNotices(Consumer<String> reader) {
    return new ProcessNodeOptions(
        names, data, machine, environment, apiServer, reachable, launcher, reader);
  }

  SortedMap<String, Quantity> capacity() {
    return machine.capacity;
  }

  /** Only Linux answers on all of 127.0.0.0/8. */
  PodNetwork network() {
    return new PodNetwork(machine.operatingSystem.equals("linux"));
  }

  NodeProfile profile() {
    return new NodeProfile(
        PodNetwork.NODE,
        "process",
        Collections.emptySortedMap(),
        machine.capacity,
        machine.operatingSystem,
        machine.architecture);
  }
}
