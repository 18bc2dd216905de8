package io.coxswain.node.process;

import io.coxswain.node.pod.PodLife;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodSecurityContext;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.SecurityContext;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeMount;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.SequencedSet;
import org.jspecify.annotations.Nullable;

/**
 * The settings of a pod that would isolate or limit it on other nodes and that a process node
 * ignores. Settings are named by kind, not by container, so that the list has a bounded length.
 */
final class IgnoredSettings {
  static final String IMAGE = "image";

  private final SequencedSet<String> found = new LinkedHashSet<>();

  private IgnoredSettings() {}

  /** The names of the ignored settings; the image comes last, since every container has one. */
  static SequencedSet<String> of(Pod pod) {
    var settings = new IgnoredSettings();
    PodSpec spec = pod.getSpec();
    settings.pod(spec);
    if (spec.getSecurityContext() != null) {
      settings.security(spec.getSecurityContext());
    }
    PodLife.containersOf(pod).forEach(settings::container);
    spec.getVolumes().forEach(settings::volume);
    settings.add(
        IMAGE,
        PodLife.containersOf(pod).anyMatch(c -> c.getImage() != null && !c.getImage().isEmpty()));
    return settings.found;
  }

  private void pod(PodSpec spec) {
    add("runtimeClassName", spec.getRuntimeClassName());
    add("hostAliases", spec.getHostAliases());
    add("dnsConfig", spec.getDnsConfig());
    add("hostUsers", spec.getHostUsers());
    add("shareProcessNamespace", spec.getShareProcessNamespace());
    add("resources.limits", spec.getResources() == null ? null : spec.getResources().getLimits());
  }

  private void security(PodSecurityContext context) {
    add("runAsUser", context.getRunAsUser());
    add("runAsGroup", context.getRunAsGroup());
    add("runAsNonRoot", context.getRunAsNonRoot());
    add("fsGroup", context.getFsGroup());
    add("supplementalGroups", context.getSupplementalGroups());
    add("supplementalGroupsPolicy", context.getSupplementalGroupsPolicy());
    add("seLinuxOptions", context.getSeLinuxOptions());
    add("seccompProfile", context.getSeccompProfile());
    add("appArmorProfile", context.getAppArmorProfile());
    add("sysctls", context.getSysctls());
  }

  private void container(Container container) {
    add(
        "resources.limits",
        container.getResources() == null ? null : container.getResources().getLimits());
    add("volumeDevices", container.getVolumeDevices());
    add("tty", container.getTty());
    for (VolumeMount mount : container.getVolumeMounts()) {
      // Service account tokens are mounted read-only everywhere, without anyone asking for it.
      add(
          "volumeMounts.readOnly",
          Boolean.TRUE.equals(mount.getReadOnly())
              && !mount.getMountPath().startsWith("/var/run/secrets/kubernetes.io/"));
    }
    for (VolumeMount mount : container.getVolumeMounts()) {
      add("volumeMounts.mountPropagation", mount.getMountPropagation());
    }
    SecurityContext context = container.getSecurityContext();
    if (context == null) {
      return;
    }
    add("runAsUser", context.getRunAsUser());
    add("runAsGroup", context.getRunAsGroup());
    add("runAsNonRoot", context.getRunAsNonRoot());
    add("readOnlyRootFilesystem", context.getReadOnlyRootFilesystem());
    add("allowPrivilegeEscalation", context.getAllowPrivilegeEscalation() != null);
    add("privileged", context.getPrivileged());
    add("capabilities", context.getCapabilities());
    add("seLinuxOptions", context.getSeLinuxOptions());
    add("seccompProfile", context.getSeccompProfile());
    add("appArmorProfile", context.getAppArmorProfile());
    add("procMount", context.getProcMount());
  }

  private void volume(Volume volume) {
    if (volume.getEmptyDir() != null) {
      add("emptyDir.sizeLimit", volume.getEmptyDir().getSizeLimit());
      String medium = volume.getEmptyDir().getMedium();
      add("emptyDir.medium", medium != null && !medium.isEmpty());
    }
  }

  private void add(String name, @Nullable Object value) {
    boolean isSet =
        switch (value) {
          case null -> false;
          case Boolean flag -> flag;
          case Collection<?> all -> !all.isEmpty();
          case Map<?, ?> all -> !all.isEmpty();
          default -> true;
        };
    if (isSet) {
      found.add(name);
    }
  }
}
