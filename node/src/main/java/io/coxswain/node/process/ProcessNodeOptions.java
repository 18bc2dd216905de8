package io.coxswain.node.process;

import io.coxswain.node.registry.NodeProfile;
import io.fabric8.kubernetes.api.model.Quantity;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * How many nodes there are and what they are like.
 *
 * @param names of the Node objects
 * @param data where logs and volumes are kept
 * @param workingDirectory of containers that name none
 * @param environment what every container inherits; its spec may replace it
 * @param capacity of each node
 * @param architecture in Go's words: {@code amd64}, {@code arm64}
 * @param operatingSystem in Go's words: {@code linux}, {@code darwin}
 * @param ownAddresses whether each pod may have a loopback address of its own
 * @param apiServer where containers find the server; empty when they cannot
 * @param reachable where names of services with their ports really are: there is no service network
 * @param launcher a program, with arguments, that every container is started through, such as
 *     {@code setsid}; none when empty
 * @param dial how probes and hooks connect to containers
 */
public record ProcessNodeOptions(
    List<String> names,
    Path data,
    Path workingDirectory,
    SortedMap<String, String> environment,
    SortedMap<String, Quantity> capacity,
    String architecture,
    String operatingSystem,
    boolean ownAddresses,
    String apiServer,
    Reachable reachable,
    List<String> launcher,
    Dial dial) {

  public ProcessNodeOptions {
    names = List.copyOf(names);
    launcher = List.copyOf(launcher);
    environment = Collections.unmodifiableSortedMap(new TreeMap<>(environment));
    capacity = Collections.unmodifiableSortedMap(new TreeMap<>(capacity));
  }

  /** {@code node-0}, {@code node-1} and so on, with room for four busy cores and 110 pods each. */
  public static ProcessNodeOptions nodes(int count, Path data, Path workingDirectory) {
    var capacity = new TreeMap<String, Quantity>();
    capacity.put("cpu", new Quantity("4"));
    capacity.put("memory", new Quantity("16Gi"));
    capacity.put("pods", new Quantity("110"));
    return new ProcessNodeOptions(
        IntStream.range(0, count).mapToObj(i -> "node-" + i).toList(),
        data,
        workingDirectory,
        Collections.emptySortedMap(),
        capacity,
        "amd64",
        "linux",
        true,
        "",
        Reachable.NOTHING,
        List.of(),
        Dial.NONE);
  }

  public ProcessNodeOptions withEnvironment(SortedMap<String, String> variables) {
    return new ProcessNodeOptions(
        names,
        data,
        workingDirectory,
        variables,
        capacity,
        architecture,
        operatingSystem,
        ownAddresses,
        apiServer,
        reachable,
        launcher,
        dial);
  }

  public ProcessNodeOptions withCapacity(SortedMap<String, Quantity> amounts) {
    return new ProcessNodeOptions(
        names,
        data,
        workingDirectory,
        environment,
        amounts,
        architecture,
        operatingSystem,
        ownAddresses,
        apiServer,
        reachable,
        launcher,
        dial);
  }

  /** Another machine. Only Linux answers on all of 127.0.0.0/8. */
  public ProcessNodeOptions on(String system, String processor) {
    return new ProcessNodeOptions(
        names,
        data,
        workingDirectory,
        environment,
        capacity,
        processor,
        system,
        system.equals("linux"),
        apiServer,
        reachable,
        launcher,
        dial);
  }

  /** Tells containers where the server is. */
  public ProcessNodeOptions withApiServer(String url) {
    return new ProcessNodeOptions(
        names,
        data,
        workingDirectory,
        environment,
        capacity,
        architecture,
        operatingSystem,
        ownAddresses,
        url,
        reachable,
        launcher,
        dial);
  }

  /** Lets probes and hooks connect to containers. */
  public ProcessNodeOptions withDial(Dial how) {
    return new ProcessNodeOptions(
        names,
        data,
        workingDirectory,
        environment,
        capacity,
        architecture,
        operatingSystem,
        ownAddresses,
        apiServer,
        reachable,
        launcher,
        how);
  }

  /** Tells containers where services really are. */
  public ProcessNodeOptions withReachable(Reachable places) {
    return new ProcessNodeOptions(
        names,
        data,
        workingDirectory,
        environment,
        capacity,
        architecture,
        operatingSystem,
        ownAddresses,
        apiServer,
        places,
        launcher,
        dial);
  }

  /** Starts every container through another program. */
  public ProcessNodeOptions withLauncher(List<String> words) {
    return new ProcessNodeOptions(
        names,
        data,
        workingDirectory,
        environment,
        capacity,
        architecture,
        operatingSystem,
        ownAddresses,
        apiServer,
        reachable,
        words,
        dial);
  }

  NodeProfile profile() {
    return new NodeProfile(
        Addresses.HOST,
        "process",
        Collections.emptySortedMap(),
        capacity,
        operatingSystem,
        architecture);
  }
}
