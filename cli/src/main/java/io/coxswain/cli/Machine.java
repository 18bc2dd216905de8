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

/** What process nodes need to know of the machine that they are on. */
final class Machine {
  /** What programs commonly need of the environment that they are started from. */
  private static final List<String> INHERITED =
      List.of("HOME", "LANG", "LC_ALL", "LOGNAME", "SHELL", "TZ", "USER", "COXSWAIN_HOME");

  private Machine() {}

  /**
   * Nodes that each claim the whole machine: process nodes share it without limits.
   *
   * @param apiServer where containers find the server
   */
  static ProcessNodeOptions nodes(Files files, int count, Path data, String apiServer) {
    return ProcessNodeOptions.nodes(count, data)
        .withEnvironment(environment())
        .withApiServer(apiServer)
        .withLauncher(sessions(files))
        .on(new MachineProfile(capacity(), operatingSystem(), architecture()));
  }

  /** Containers have sessions of their own, so that Ctrl-C reaches this program alone. */
  private static List<String> sessions(Files files) {
    return Stream.of("/usr/bin/setsid", "/bin/setsid")
        .filter(tool -> files.exists(Path.of(tool)))
        .limit(1)
        .toList();
  }

  private static SortedMap<String, String> environment() {
    var environment = new TreeMap<String, String>();
    for (String name : INHERITED) {
      String value = System.getenv(name);
      if (value != null) {
        environment.put(name, value);
      }
    }
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
