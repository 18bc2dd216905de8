package io.coxswain.bench;

import com.sun.management.OperatingSystemMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/** The host of the measurements. */
final class MachineFacts {
  private MachineFacts() {}

  static String text() {
    var system = (OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
    return String.format(
        Locale.ROOT,
        "%d cores%s, %.0f GiB of memory, %s %s, JDK %s",
        system.getAvailableProcessors(),
        processor(),
        system.getTotalMemorySize() / (double) (1L << 30),
        system.getName(),
        system.getVersion(),
        System.getProperty("java.vm.version"));
  }

  private static String processor() {
    try {
      return Files.readAllLines(Path.of("/proc/cpuinfo")).stream()
          .filter(line -> line.startsWith("model name"))
          .map(line -> " (" + line.substring(line.indexOf(':') + 1).strip() + ")")
          .findFirst()
          .orElse("");
    } catch (IOException e) {
      return ""; // an operating system that does not report it
    }
  }

  /** The current load of the host. */
  static String load() {
    double load = ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
    return load < 0 ? "unknown" : String.format(Locale.ROOT, "%.1f", load);
  }
}
