package io.coxswain.runtime.metrics;

import io.coxswain.env.Files;
import io.prometheus.metrics.core.metrics.CounterWithCallback;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryUsage;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.OptionalDouble;
import java.util.function.DoubleSupplier;
import java.util.function.Supplier;

/**
 * Process metrics of the operating system, under the common names of Prometheus clients, read from
 * {@code /proc} on each scrape and omitted on other platforms; and JVM metrics as {@code jvm_*}.
 */
public final class ProcessMetrics {
  private static final double TICKS_PER_SECOND = 100;
  private static final double PAGE = 4096;

  private final Files files;
  private final PrometheusRegistry registry;

  private ProcessMetrics(Files files, PrometheusRegistry registry) {
    this.files = files;
    this.registry = registry;
  }

  /** Registers the metrics. Call once per registry. */
  public static void register(Files files, PrometheusRegistry registry) {
    var metrics = new ProcessMetrics(files, registry);
    metrics.process();
    metrics.machine();
  }

  private void process() {
    counter(
        "process_cpu_seconds_total",
        "Total user and system CPU time spent in seconds.",
        () -> plus(stat(13), stat(14), 1 / TICKS_PER_SECOND));
    gauge(
        "process_open_fds",
        "Number of open file descriptors.",
        () -> size(Path.of("/proc/self/fd")));
    gauge(
        "process_max_fds",
        "Maximum number of open file descriptors.",
        () -> limit("Max open files"));
    gauge(
        "process_virtual_memory_bytes", "Virtual memory size in bytes.", () -> times(stat(22), 1));
    gauge(
        "process_virtual_memory_max_bytes",
        "Maximum amount of virtual memory available in bytes.",
        () -> limit("Max address space"));
    gauge(
        "process_resident_memory_bytes",
        "Resident memory size in bytes.",
        () -> times(stat(23), PAGE));
    gauge(
        "process_start_time_seconds",
        "Start time of the process since unix epoch in seconds.",
        () -> plus(bootTime(), times(stat(21), 1 / TICKS_PER_SECOND), 1));
    counter(
        "process_network_receive_bytes_total",
        "Number of bytes received by the process over the network.",
        () -> network("InOctets"));
    counter(
        "process_network_transmit_bytes_total",
        "Number of bytes sent by the process over the network.",
        () -> network("OutOctets"));
  }

  private void machine() {
    plain("jvm_threads_current", () -> ManagementFactory.getThreadMXBean().getThreadCount());
    registry.register(
        GaugeWithCallback.builder()
            .name("jvm_memory_used_bytes")
            .help("Used bytes of a given JVM memory area.")
            .labelNames("area")
            .callback(
                value -> {
                  var memory = ManagementFactory.getMemoryMXBean();
                  MemoryUsage heap = memory.getHeapMemoryUsage();
                  value.call((double) heap.getUsed(), "heap");
                  value.call((double) memory.getNonHeapMemoryUsage().getUsed(), "nonheap");
                })
            .build());
    registry.register(
        CounterWithCallback.builder()
            .name("jvm_gc_collection_seconds_total")
            .help("Time spent in garbage collection.")
            .callback(
                value ->
                    value.call(
                        ManagementFactory.getGarbageCollectorMXBeans().stream()
                                .mapToLong(GarbageCollectorMXBean::getCollectionTime)
                                .sum()
                            / 1000.0))
            .build());
  }

  private void plain(String name, DoubleSupplier value) {
    registry.register(
        GaugeWithCallback.builder()
            .name(name)
            .help(name)
            .callback(call -> call.call(value.getAsDouble()))
            .build());
  }

  private void gauge(String name, String help, Supplier<OptionalDouble> value) {
    registry.register(
        GaugeWithCallback.builder()
            .name(name)
            .help(help)
            .callback(call -> value.get().ifPresent(call::call))
            .build());
  }

  private void counter(String name, String help, Supplier<OptionalDouble> value) {
    registry.register(
        CounterWithCallback.builder()
            .name(name)
            .help(help)
            .callback(call -> value.get().ifPresent(call::call))
            .build());
  }

  // ---- /proc ----------------------------------------------------------------------------------

  private static OptionalDouble plus(OptionalDouble a, OptionalDouble b, double factor) {
    return a.isPresent() && b.isPresent()
        ? OptionalDouble.of((a.getAsDouble() + b.getAsDouble()) * factor)
        : OptionalDouble.empty();
  }

  private static OptionalDouble times(OptionalDouble a, double factor) {
    return a.isPresent() ? OptionalDouble.of(a.getAsDouble() * factor) : a;
  }

  /**
   * A field of {@code stat}, counted from 0; the second may contain spaces and is in parentheses.
   */
  private OptionalDouble stat(int index) {
    String text = read("/proc/self/stat");
    int bracket = text.lastIndexOf(')');
    if (bracket < 0) {
      return OptionalDouble.empty();
    }
    String[] fields = text.substring(bracket + 2).split(" ");
    return number(index - 2 < fields.length ? fields[index - 2] : "");
  }

  private OptionalDouble limit(String name) {
    return read("/proc/self/limits")
        .lines()
        .filter(line -> line.startsWith(name))
        .findFirst()
        .map(line -> line.substring(name.length()).strip().split(" +")[0])
        .map(
            soft ->
                soft.equals("unlimited") ? OptionalDouble.of(1.8446744073709552E19) : number(soft))
        .orElse(OptionalDouble.empty());
  }

  private OptionalDouble bootTime() {
    return read("/proc/stat")
        .lines()
        .filter(line -> line.startsWith("btime "))
        .findFirst()
        .map(line -> number(line.substring(6)))
        .orElse(OptionalDouble.empty());
  }

  /** {@code netstat} has alternating lines of names and values. */
  private OptionalDouble network(String column) {
    var lines =
        read("/proc/self/net/netstat").lines().filter(line -> line.startsWith("IpExt:")).toList();
    if (lines.size() < 2) {
      return OptionalDouble.empty();
    }
    String[] names = lines.get(0).split(" ");
    String[] values = lines.get(1).split(" ");
    for (int i = 0; i < Math.min(names.length, values.length); i++) {
      if (names[i].equals(column)) {
        return number(values[i]);
      }
    }
    return OptionalDouble.empty();
  }

  private OptionalDouble size(Path folder) {
    try {
      return OptionalDouble.of(files.list(folder).size());
    } catch (IOException e) {
      return OptionalDouble.empty();
    }
  }

  private String read(String path) {
    try {
      return new String(files.read(Path.of(path)), StandardCharsets.UTF_8);
    } catch (IOException e) {
      return "";
    }
  }

  private static OptionalDouble number(String text) {
    try {
      return OptionalDouble.of(Double.parseDouble(text.strip()));
    } catch (NumberFormatException e) {
      return OptionalDouble.empty();
    }
  }
}
