package io.coxswain.slurm.render.config;

import static io.coxswain.slurm.values.ClusterValues.text;

import io.coxswain.slurm.values.ClusterValues;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;

/** cgroup.conf: the default lines, without those that custom lines override. */
final class CgroupConf {
  private CgroupConf() {}

  static ConfigText of(ClusterValues values) {
    ConfigText usual = usual(values);
    List<String> custom =
        text(values.spec().getCustomCgroupConfig())
            .lines()
            .filter(line -> !line.isBlank())
            .toList();
    if (custom.isEmpty()) {
      return usual;
    }
    var overridden = new TreeSet<String>();
    custom.forEach(line -> key(line).ifPresent(overridden::add));
    var conf = new ConfigText();
    for (String line : usual.lines()) {
      if (!overridden.contains(key(line).orElse(""))) {
        conf.line(line);
      }
    }
    conf.line("###").line("# Custom config").line("###");
    custom.forEach(conf::line);
    return conf;
  }

  private static ConfigText usual(ClusterValues values) {
    var options = new SlurmOptions(values.platform().slurm());
    var conf =
        new ConfigText()
            .property("CgroupMountpoint", "/sys/fs/cgroup")
            .property("ConstrainCores", "yes")
            .property("ConstrainDevices", "yes")
            .property("ConstrainRAMSpace", "yes");
    if ("v1".equals(values.spec().getCgroupVersion())) {
      return conf.property("CgroupPlugin", "cgroup/v1").property("ConstrainSwapSpace", "yes");
    }
    conf.property("CgroupPlugin", "cgroup/v2").property("ConstrainSwapSpace", "no");
    if (options.knows("cgroup.conf", "EnableControllers")) {
      conf.property("EnableControllers", "yes");
    }
    return conf.property("IgnoreSystemd", "yes");
  }

  /** What stands before the equals sign of a line that is no comment. */
  static Optional<String> key(String line) {
    String stripped = line.strip();
    int equals = stripped.indexOf('=');
    return stripped.startsWith("#") || equals <= 0
        ? Optional.empty()
        : Optional.of(stripped.substring(0, equals).strip());
  }
}
