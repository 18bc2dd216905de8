package io.coxswain.node.process;

import io.coxswain.node.network.PodNetwork;
import io.coxswain.node.registry.NodeProfile;
import io.fabric8.kubernetes.api.model.Quantity;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/**
 * The number of process nodes and their properties.
 *
 * @param names of the Node objects
 * @param data the directory for logs, volumes and the directories of containers
 * @param host capacity and platform of the nodes
 * @param environment the variables that every container inherits; its spec may replace them
 * @param apiServer the address at which containers reach the server; empty if they cannot
 * @param reachable the actual addresses of services that are programs of this host
 * @param launcher a program, with arguments, that starts every container, such as {@code setsid};
 *     empty for none
 * @param images programs that take the place of images, for containers without a command
 * @param notices receives lines for the user at the console
 */
public record ProcessNodeOptions(
    List<String> names,
    Path data,
    MachineProfile host,
    SortedMap<String, String> environment,
    String apiServer,
    Reachable reachable,
    List<String> launcher,
    ImagePrograms images,
    Consumer<String> notices) {
  private static final String KIND = "process";

  /**
   * The host that all nodes share.
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

  /** Nodes with the given names, all on the same host. */
  public static ProcessNodeOptions nodes(List<String> names, Path data, MachineProfile host) {
    return new ProcessNodeOptions(
        names,
        data,
        host,
        Collections.emptySortedMap(),
        "",
        Reachable.NOTHING,
        List.of(),
        ImagePrograms.NONE,
        _ -> {});
  }

  public ProcessNodeOptions withEnvironment(SortedMap<String, String> variables) {
    return new ProcessNodeOptions(
        names, data, host, variables, apiServer, reachable, launcher, images, notices);
  }

  public ProcessNodeOptions on(MachineProfile other) {
    return new ProcessNodeOptions(
        names, data, other, environment, apiServer, reachable, launcher, images, notices);
  }

  /** Sets the address at which containers reach the server. */
  public ProcessNodeOptions withApiServer(String url) {
    return new ProcessNodeOptions(
        names, data, host, environment, url, reachable, launcher, images, notices);
  }

  /** Sets the actual addresses of services. */
  public ProcessNodeOptions withReachable(Reachable places) {
    return new ProcessNodeOptions(
        names, data, host, environment, apiServer, places, launcher, images, notices);
  }

  /** Starts every container through another program. */
  public ProcessNodeOptions withLauncher(List<String> words) {
    return new ProcessNodeOptions(
        names, data, host, environment, apiServer, reachable, words, images, notices);
  }

  public ProcessNodeOptions withImages(ImagePrograms programs) {
    return new ProcessNodeOptions(
        names, data, host, environment, apiServer, reachable, launcher, programs, notices);
  }

  public ProcessNodeOptions withNotices(Consumer<String> reader) {
    return new ProcessNodeOptions(
        names, data, host, environment, apiServer, reachable, launcher, images, reader);
  }

  SortedMap<String, Quantity> capacity() {
    return host.capacity;
  }

  /** Only Linux responds on all of 127.0.0.0/8. */
  PodNetwork network() {
    return new PodNetwork(host.operatingSystem.equals("linux"));
  }

  NodeProfile profile() {
    return new NodeProfile(
        PodNetwork.NODE,
        KIND,
        new TreeMap<>(Map.of(NodeProfile.KIND_LABEL, KIND)),
        host.capacity,
        host.operatingSystem,
        host.architecture);
  }
}
