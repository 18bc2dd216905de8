package io.coxswain.slurm.render.config;

/** supervisord.conf of a worker, which runs slurmd and sshd. */
public final class SupervisordConf {
  private SupervisordConf() {}

  public static String of() {
    var conf =
        new ConfigText()
            .line("[supervisord]")
            .line("nodaemon=true")
            .line("logfile=/dev/null ; Output only to stdout/stderr")
            .line("logfile_maxbytes=0")
            .line("pidfile=/var/run/supervisord.pid");
    program(conf, "slurmd", 1, "/opt/bin/slurm/slurmd_entrypoint.sh");
    program(conf, "sshd", 10, "/usr/sbin/sshd -D -e -f /mnt/ssh-configs/sshd_config");
    return conf.toString();
  }

  private static void program(ConfigText conf, String name, int priority, String command) {
    conf.line("")
        .line("[program:" + name + "]")
        .line("priority=" + priority)
        .line("stdout_logfile=/dev/fd/1")
        .line("stdout_logfile_maxbytes=0")
        .line("stderr_logfile=/dev/fd/2")
        .line("stderr_logfile_maxbytes=0")
        .line("redirect_stderr=true")
        .line("command=" + command)
        .line("autostart=true")
        .line("autorestart=true")
        .line("startsecs=0")
        .line("stopasgroup=true ; Send SIGTERM to all child processes of supervisord")
        .line("killasgroup=true ; Send SIGKILL to all child processes of supervisord")
        .line("stopsignal=SIGTERM ; Signal to send to the program to stop it")
        .line("stopwaitsecs=10 ; Wait for the process to stop before sending a SIGKILL");
  }
}
