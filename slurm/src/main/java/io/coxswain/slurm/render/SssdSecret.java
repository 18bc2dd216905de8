package io.coxswain.slurm.render;

import io.coxswain.slurm.values.ClusterValues;
import io.coxswain.slurm.values.Component;
import io.fabric8.kubernetes.api.model.Secret;
import java.nio.charset.StandardCharsets;

/** The default sssd.conf, for clusters that do not specify one. */
final class SssdSecret {
  private static final String CONF =
      """
      [sssd]
      services = nss, pam
      enable_files_domain = true

      [nss]

      [pam]
      """;

  private SssdSecret() {}

  static Secret of(ClusterValues values, Component component, String name) {
    return GeneratedSecrets.of(
        values,
        component,
        name,
        GeneratedSecrets.single("sssd.conf", CONF.getBytes(StandardCharsets.UTF_8)));
  }
}
