package io.coxswain.slurm.render.config;

import io.coxswain.api.slurm.LoginNode;
import io.coxswain.slurm.values.ClusterValues;

/** sshd_config, the same on login nodes and workers. */
public final class SshdConf {
  private static final String KEYS = "/etc/ssh/sshd_keys/ssh_host_";

  private SshdConf() {}

  public static String of(ClusterValues values) {
    LoginNode login = values.nodes().getLogin();
    var conf =
        new ConfigText()
            .line("Port " + ClusterValues.or(login.getSshd().getPort(), 0))
            .line("PermitRootLogin yes")
            .line("PasswordAuthentication no")
            .line("ChallengeResponseAuthentication no")
            .line("UsePAM yes")
            .line("AcceptEnv LANG LC_*")
            .line("X11Forwarding no")
            .line("AllowTcpForwarding yes")
            .line("Subsystem sftp internal-sftp")
            .line("HostKey " + KEYS + "rsa_key")
            .line("HostKey " + KEYS + "ecdsa_key")
            .line("HostKey " + KEYS + "ed25519_key")
            .line("ChrootDirectory /mnt/jail")
            .line("ClientAliveInterval 3600")
            .line("ClientAliveCountMax 5")
            .line("MaxStartups 100:50:300")
            .line("LoginGraceTime 120")
            .line("MaxAuthTries 4")
            .line("LogLevel DEBUG3");
    if (login.getSssd() != null) {
      conf.line("")
          .line("# Ask SSSD for users' public keys")
          .line("AuthorizedKeysCommand /usr/bin/sss_ssh_authorizedkeys")
          .line("AuthorizedKeysCommandUser root");
    }
    return conf.line("")
        .line("Match User root")
        .line(
            "    AuthorizedKeysFile /root/.ssh/authorized_keys"
                + " /mnt/jail/root/.ssh/authorized_keys")
        .line("")
        .line("Match User *")
        .line("    LogLevel INFO")
        .toString();
  }
}
