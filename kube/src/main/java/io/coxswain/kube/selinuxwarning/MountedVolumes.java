package io.coxswain.kube.selinuxwarning;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.EphemeralContainer;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodSecurityContext;
import io.fabric8.kubernetes.api.model.SELinuxOptions;
import io.fabric8.kubernetes.api.model.SecurityContext;
import io.fabric8.kubernetes.api.model.VolumeMount;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** With which SELinux labels the containers of a pod use its volumes. */
final class MountedVolumes {
  private static final String MOUNT_OPTION = "MountOption";
  private static final String RECURSIVE = "Recursive";

  private MountedVolumes() {}

  /** A container of any kind, as far as it matters here. */
  private record User(@Nullable SecurityContext context, @Nullable List<VolumeMount> mounts) {}

  /** The distinct labels for each volume that is mounted; none if no container has any. */
  static SortedMap<String, List<SelinuxLabel>> labels(Pod pod) {
    var labels = new TreeMap<String, List<SelinuxLabel>>();
    users(pod)
        .forEach(
            user -> {
              for (VolumeMount mount : user.mounts == null ? List.<VolumeMount>of() : user.mounts) {
                SELinuxOptions options = options(pod, user.context);
                List<SelinuxLabel> known = labels.getOrDefault(mount.getName(), List.of());
                labels.put(
                    mount.getName(),
                    options == null
                        ? known
                        : Stream.concat(known.stream(), Stream.of(SelinuxLabel.of(options)))
                            .distinct()
                            .toList());
              }
            });
    return labels;
  }

  private static Stream<User> users(Pod pod) {
    return Stream.of(
            all(pod.getSpec().getInitContainers()),
            all(pod.getSpec().getContainers()),
            pod.getSpec().getEphemeralContainers() == null
                ? Stream.<User>of()
                : pod.getSpec().getEphemeralContainers().stream().map(MountedVolumes::user))
        .flatMap(each -> each);
  }

  private static Stream<User> all(@Nullable List<Container> containers) {
    return containers == null
        ? Stream.of()
        : containers.stream().map(c -> new User(c.getSecurityContext(), c.getVolumeMounts()));
  }

  private static User user(EphemeralContainer container) {
    return new User(container.getSecurityContext(), container.getVolumeMounts());
  }

  private static @Nullable SELinuxOptions options(Pod pod, @Nullable SecurityContext context) {
    if (context != null && context.getSeLinuxOptions() != null) {
      return context.getSeLinuxOptions();
    }
    PodSecurityContext all = pod.getSpec().getSecurityContext();
    return all == null ? null : all.getSeLinuxOptions();
  }

  /**
   * How a pod uses a volume.
   *
   * @param label of the containers that mount it
   * @param mountable whether the volume can be mounted with a label
   */
  static VolumeUsers.Use use(Pod pod, SelinuxLabel label, boolean mountable, String driver) {
    PodSecurityContext context = pod.getSpec().getSecurityContext();
    String policy =
        context == null || context.getSeLinuxChangePolicy() == null
            ? MOUNT_OPTION
            : context.getSeLinuxChangePolicy();
    boolean mounted = mountable && !policy.equals(RECURSIVE) && !label.isNone();
    return new VolumeUsers.Use(
        mounted ? label : SelinuxLabel.NONE, mounted ? policy : RECURSIVE, driver);
  }
}
