package io.coxswain.slurm.render;

import static io.coxswain.slurm.values.ClusterValues.or;
import static io.coxswain.slurm.values.ClusterValues.text;

import io.coxswain.api.slurm.NodeContainer;
import io.fabric8.kubernetes.api.model.AppArmorProfile;
import io.fabric8.kubernetes.api.model.AppArmorProfileBuilder;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerBuilder;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.EnvVarBuilder;
import io.fabric8.kubernetes.api.model.Quantity;
import io.fabric8.kubernetes.api.model.ResourceRequirements;
import io.fabric8.kubernetes.api.model.ResourceRequirementsBuilder;
import io.fabric8.kubernetes.api.model.SecurityContext;
import io.fabric8.kubernetes.api.model.SecurityContextBuilder;
import io.fabric8.kubernetes.api.model.VolumeMount;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** What containers of different components have in common, and the sidecars that several have. */
final class Containers {
  static final String SYS_ADMIN = "SYS_ADMIN";
  private static final String SSSD_PRIVATE = "/var/lib/sss/pipes/private";

  private Containers() {}

  /** Name, image and probes of a configured container. */
  static ContainerBuilder of(String name, NodeContainer asked) {
    return new ContainerBuilder()
        .withName(name)
        .withImage(asked.getImage())
        .withImagePullPolicy(asked.getImagePullPolicy())
        .withLivenessProbe(asked.getLivenessProbe())
        .withReadinessProbe(asked.getReadinessProbe())
        .withResources(resources(asked.getResources()));
  }

  /** The same, with what it runs. */
  static ContainerBuilder withCommand(String name, NodeContainer asked) {
    return of(name, asked)
        .withCommand(asked.getCommand())
        .withArgs(asked.getArgs())
        .withEnv(asked.getCustomEnv());
  }

  /** Sets the server's defaults explicitly, so that nothing looks changed. */
  static Container terminated(ContainerBuilder container) {
    return container
        .withTerminationMessagePath("/dev/termination-log")
        .withTerminationMessagePolicy("File")
        .build();
  }

  static ContainerBuilder port(ContainerBuilder container, String name, int port) {
    return container
        .addNewPort()
        .withName(name)
        .withContainerPort(port)
        .withProtocol("TCP")
        .endPort();
  }

  /** Limits are the requests without CPU, which may exceed its request when idle. */
  static ResourceRequirements resources(Map<String, Quantity> requests) {
    var limits = new TreeMap<>(requests);
    limits.remove("cpu");
    return new ResourceRequirementsBuilder()
        .withRequests(new TreeMap<>(requests))
        .withLimits(limits)
        .build();
  }

  static SecurityContext security(@Nullable String appArmorProfile, String... capabilities) {
    var context = new SecurityContextBuilder().withAppArmorProfile(appArmor(appArmorProfile));
    if (capabilities.length > 0) {
      context.withNewCapabilities().withAdd(capabilities).endCapabilities();
    }
    return context.build();
  }

  /** {@code unconfined}, {@code localhost/name} or a name; empty for none. */
  static @Nullable AppArmorProfile appArmor(@Nullable String profile) {
    String name = text(profile);
    if (name.isEmpty()) {
      return null;
    }
    if (name.equals("unconfined")) {
      return new AppArmorProfileBuilder().withType("Unconfined").build();
    }
    return new AppArmorProfileBuilder()
        .withType("Localhost")
        .withLocalhostProfile(name.startsWith("localhost/") ? name.substring(10) : name)
        .build();
  }

  static Container munge(NodeContainer asked) {
    return terminated(
        withCommand("munge", asked)
            .withRestartPolicy("Always")
            .withVolumeMounts(Mounts.readOnly("munge-key", "/mnt/munge-key"), Mounts.mungeSocket())
            .withSecurityContext(security(asked.getAppArmorProfile(), SYS_ADMIN)));
  }

  static Container sssd(NodeContainer asked, @Nullable Integer debugLevel, String ldapCa) {
    var mounts = new ArrayList<VolumeMount>(List.of(Mounts.sssdConf(), Mounts.sssdSocket()));
    if (!ldapCa.isEmpty()) {
      mounts.add(Mounts.readOnly("sssd-ldap-ca", "/mnt/ldapCA"));
    }
    ContainerBuilder container =
        withCommand("sssd", asked)
            .withRestartPolicy("Always")
            .withVolumeMounts(mounts)
            .withSecurityContext(security(asked.getAppArmorProfile()));
    if (asked.getCommand().isEmpty() && asked.getArgs().isEmpty()) {
      container
          .withCommand("/bin/sh", "-c")
          .withArgs(
              "mkdir -p %1$s \\\n&& chmod 700 %1$s \\\n&& exec /usr/sbin/sssd --interactive -d %2$d --logger=stderr"
                  .formatted(SSSD_PRIVATE, or(debugLevel, 0)));
    }
    return terminated(container);
  }

  static EnvVar env(String name, String value) {
    return new EnvVarBuilder().withName(name).withValue(value).build();
  }

  /** A field of the pod itself. */
  static EnvVar field(String name, String path) {
    return new EnvVarBuilder()
        .withName(name)
        .withNewValueFrom()
        .withNewFieldRef("v1", path)
        .endValueFrom()
        .build();
  }
}
