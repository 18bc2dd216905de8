package io.coxswain.slurm.render.config;

import static io.coxswain.slurm.values.ClusterValues.on;
import static io.coxswain.slurm.values.ClusterValues.text;

import io.coxswain.api.slurm.CustomPlugin;
import io.coxswain.api.slurm.NcclDebug;
import io.coxswain.api.slurm.NcclInspectorPreConf;
import io.coxswain.api.slurm.PlugStackConfig;
import io.coxswain.api.slurm.Pyxis;
import io.coxswain.slurm.values.ClusterValues;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** plugstack.conf: the SPANK plugins, one a line. */
final class PlugStackConf {
  private static final String LOGS = "/opt/soperator-outputs/local/nccl_logs";
  private static final String PROFILER = "/usr/lib/x86_64-linux-gnu/libnccl-profiler-inspector.so";
  private static final String PROFILES = "/opt/soperator-outputs/shared/nccl_profiles/%j/%s";
  private static final long PROFILE_INTERVAL_MICROSECONDS = 1_000_000;

  private PlugStackConf() {}

  static ConfigText of(ClusterValues values) {
    PlugStackConfig stack = values.spec().getPlugStackConfig();
    if (stack == null) {
      throw new IllegalStateException("defaults must be applied before rendering");
    }
    var conf = new ConfigText().line("required chroot.so /mnt/jail");
    conf.line(pyxis(orElse(stack.getPyxis(), new Pyxis())));
    conf.line(debug(orElse(stack.getNcclDebug(), new NcclDebug())));
    conf.line(inspector(orElse(stack.getNcclInspectorPreConf(), new NcclInspectorPreConf())));
    stack.getCustomPlugins().forEach(plugin -> conf.line(custom(plugin)));
    return conf;
  }

  private static String pyxis(Pyxis pyxis) {
    return line(
        pyxis.getRequired(),
        "spank_pyxis.so",
        "runtime_path=/run/pyxis",
        "execute_entrypoint=0",
        "container_scope=global",
        "sbatch_support=1",
        "importer=" + text(pyxis.getImporterPath()),
        "use_squashfuse=" + bit(pyxis.getUseSquashfuse()));
  }

  private static String debug(NcclDebug debug) {
    return line(
        debug.getRequired(),
        "spanknccldebug.so",
        "enabled=" + bit(debug.getEnabled()),
        "log-level=" + orElse(debug.getLogLevel(), "INFO"),
        "out-file=" + bit(debug.getOutputToFile()),
        "out-dir=" + orElse(debug.getOutputDirectory(), LOGS),
        "out-stdout=" + bit(debug.getOutputToStdOut()));
  }

  private static String inspector(NcclInspectorPreConf inspector) {
    Long interval = inspector.getDumpThreadIntervalMicroseconds();
    return line(
        inspector.getRequired(),
        "spank_nccl_inspector_preconf.so",
        "enabled=" + bit(inspector.getEnabled()),
        "profiler-plugin=" + orElse(inspector.getProfilerPlugin(), PROFILER),
        "dump-dir=" + orElse(inspector.getDumpDir(), PROFILES),
        "dump-verbose=" + bit(inspector.getDumpVerbose()),
        "dump-thread-interval-microseconds="
            + (interval == null || interval <= 0 ? PROFILE_INTERVAL_MICROSECONDS : interval));
  }

  /** Arguments come sorted: in any other order the file would change without a reason. */
  private static String custom(CustomPlugin plugin) {
    var words = new ArrayList<String>(List.of(plugin.getPath()));
    new TreeMap<>(plugin.getArguments()).forEach((key, value) -> words.add(key + "=" + value));
    return line(plugin.getRequired(), words.toArray(String[]::new));
  }

  private static String line(@Nullable Boolean required, String... words) {
    return (on(required) ? "required " : "optional ") + String.join(" ", words);
  }

  private static int bit(@Nullable Boolean value) {
    return on(value) ? 1 : 0;
  }

  private static <T> T orElse(@Nullable T value, T otherwise) {
    return value == null || value.equals("") ? otherwise : value;
  }
}
