package io.coxswain.slurm.render.config;

import java.util.List;

/** limits.conf: what processes may use. */
public final class LimitsConf {
  /** For those who need no other limits than their container's. */
  public static final String EMPTY = "#Empty security limits file";

  private record Limit(String item, String value, String comment) {}

  private static final List<Limit> WORKER =
      List.of(
          new Limit("core", "unlimited", "Set core file size to unlimited (-c)"),
          new Limit("data", "unlimited", "Set data segment size to unlimited (-d)"),
          new Limit("fsize", "unlimited", "Set file size to unlimited (-f)"),
          new Limit("sigpending", "unlimited", "Set pending signals to unlimited (-i)"),
          new Limit("memlock", "unlimited", "Set locked-in-memory size to unlimited (-l)"),
          new Limit(
              "rss",
              "unlimited",
              "Set resident set size (physical memory usage) to unlimited (-m)"),
          new Limit("nofile", "1048576", "Set the number of open files to 1048576 (-n)"),
          new Limit("msgqueue", "unlimited", "Set POSIX message queue size to unlimited (-q)"),
          new Limit("rtprio", "unlimited", "Set real-time priority to unlimited (-r)"),
          new Limit("stack", "unlimited", "Set stack size to unlimited (-s)"),
          new Limit("cpu", "unlimited", "Set CPU time to unlimited (-t)"),
          new Limit("nproc", "unlimited", "Set the number of user processes to unlimited (-u)"),
          new Limit("as", "unlimited", "Set virtual memory size to unlimited (-v)"),
          new Limit("locks", "unlimited", "Set the number of file locks to unlimited (-x)"),
          new Limit("nice", "-20", "Set max scheduling priority to -20 (-e)"));

  private LimitsConf() {}

  /** Jobs on workers are limited by Slurm alone. */
  public static String worker() {
    var conf = new ConfigText();
    for (Limit limit : WORKER) {
      conf.line("# " + limit.comment)
          .line("*    soft    %-12s%s".formatted(limit.item, limit.value))
          .line("*    hard    %-12s%s".formatted(limit.item, limit.value));
    }
    return conf.toString();
  }
}
