package io.coxswain.cli;

import io.coxswain.env.Files;
import io.coxswain.node.process.ProcessNodeOptions;
import io.coxswain.node.process.ProcessNodeOptions.MachineProfile;
import io.fabric8.kubernetes.api.model.Quantity;
import java.io.File;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Properties of the host that process nodes need. */
final class Machine {
  /** Environment variables that programs commonly need. */
  private static final List<String> INHERITED =
      List.of("HOME", "LANG", "LC_ALL", "LOGNAME", "SHELL", "TZ", "USER", "COXSWAIN_HOME");

  private Machine() {}

  /**
   * Nodes that each report the capacity of the whole host: process nodes share it without limits.
   *
   * @param apiServer the address at which containers reach the server
   */
  static ProcessNodeOptions nodes(
      Files files, ClusterOptions options, Path data, String apiServer) {
    return ProcessNodeOptions.nodes(options.processNodes(), data)
        .withEnvironment(environment(options.callerEnvironment))
        .withApiServer(apiServer)
        .withLauncher(sessions(files))
        .withImages(options.images())
        .on(new MachineProfile(capacity(), operatingSystem(), architecture()));
  }

  /** Containers run in their own sessions, so that Ctrl-C reaches only this program. */
  private static List<String> sessions(Files files) {
    return Stream.of("/usr/bin/setsid", "/bin/setsid")
        .filter(tool -> files.exists(Path.of(tool)))
        .limit(1)
        .toList();
  }

  private static SortedMap<String, String> environment(boolean whole) {
    var environment = new TreeMap<String, String>(System.getenv());
    if (!whole) {
      environment.keySet().retainAll(INHERITED);
    }
    // A nested training gets only its own variables.
    environment
        .keySet()
        .removeIf(name -> name.startsWith("PET_") || name.startsWith("KUBEFLOW_TRAINER_"));
    environment.put("COXSWAIN_START_DIRECTORY", Path.of("").toAbsolutePath().toString());
    // The JDK that runs this program comes first, so that a training in Java needs no other.
    String path = System.getenv("PATH");
    environment.put(
        "PATH",
        Path.of(System.getProperty("java.home"), "bin")
            + File.pathSeparator
            + (path == null ? "/usr/local/bin:/usr/bin:/bin" : path));
    return environment;
  }

  private static SortedMap<String, Quantity> capacity() {
    var capacity = new TreeMap<String, Quantity>();
    capacity.put("cpu", new Quantity(Integer.toString(Runtime.getRuntime().availableProcessors())));
    capacity.put("memory", new Quantity(memoryKibibytes() + "Ki"));
    capacity.put("pods", new Quantity("110"));
    return capacity;
  }

  private static long memoryKibibytes() {
    return ManagementFactory.getOperatingSystemMXBean()
            instanceof com.sun.management.OperatingSystemMXBean system
        ? system.getTotalMemorySize() / 1024
        : Runtime.getRuntime().maxMemory() / 1024;
  }

  private static String operatingSystem() {
    String name = System.getProperty("os.name").toLowerCase(Locale.ROOT);
    return name.startsWith("mac") ? "darwin" : name;
  }

  private static String architecture() {
    String name = System.getProperty("os.arch");
    return name.equals("aarch64") ? "arm64" : name;
  }
}
