package io.coxswain.slurm.render;

import io.coxswain.api.apparmor.AppArmorProfile;
import io.coxswain.slurm.values.ClusterValues;
import io.coxswain.slurm.values.Names;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The profile for containers in which users run what they like: nearly all is allowed, but not to
 * write over NVIDIA's driver, which comes from the host.
 */
final class AppArmor {
  private static final String VERSION = ".so.[0-9][0-9][0-9].[0-9][0-9].[0-9]*";
  private static final List<String> LIBRARIES =
      List.of("libnvidia-*", "libcuda", "libcudadebugger");
  private static final String SYSTEM = "/usr/lib/x86_64-linux-gnu/";
  private static final String LOCAL = "/usr/local/lib/x86_64-linux-gnu/";

  private AppArmor() {}

  static AppArmorProfile profile(ClusterValues values) {
    Names names = values.names();
    var profile = new AppArmorProfile();
    profile.setMetadata(
        new ObjectMetaBuilder()
            .withName(names.appArmorProfile())
            .withNamespace(names.namespace())
            .build());
    profile.getSpec().setPolicy(policy(names.appArmorProfile()));
    return profile;
  }

  /** The profile that a container runs under: the cluster's own one, or the configured one. */
  static @Nullable String used(ClusterValues values, @Nullable String asked) {
    return values.defaultAppArmorProfile()
        ? "localhost/" + values.names().appArmorProfile()
        : asked;
  }

  private static String policy(String name) {
    var text = new StringBuilder("#include <tunables/global>\n\n");
    text.append("profile ").append(name);
    text.append(" flags=(attach_disconnected,mediate_deleted) {\n");
    text.append("  include <abstractions/base>\n\n");
    for (String allowed :
        List.of(
            "file",
            "mount",
            "capability",
            "network",
            "dbus",
            "pivot_root",
            "remount",
            "ptrace",
            "signal",
            "umount",
            "unix")) {
      text.append("  ").append(allowed).append(",\n");
    }
    text.append("\n  /** lrixw,\n\n");
    deny(
        text,
        SYSTEM,
        "libGLES*",
        "libGLX_nvidia*",
        "libnvcuvid*",
        "gbm/nvidia-*",
        "nvidia/wine/_nvngx.dll",
        "nvidia/wine/nvngx.dll",
        "nvidia/xorg/libglxserver_nvidia*",
        "nvidia/xorg/nvidia_drv.so",
        "vdpau/libvdpau_nvidia");
    libraries(text, SYSTEM);
    // The middle one is where upstream has it, not where the others of its block are.
    deny(text, "/lib/x86_64-linux-gnu/", "libnvidia-*" + VERSION);
    deny(text, LOCAL, "libcuda" + VERSION);
    deny(text, "/lib/x86_64-linux-gnu/", "libcudadebugger" + VERSION);
    text.append('\n');
    libraries(text, LOCAL);
    libraries(text, "/usr/local/nvidia/lib/x86_64-linux-gnu/");
    libraries(text, "/usr/local/nvidia/lib64/");
    deny(
        text,
        "/usr/bin/",
        "nvidia-smi",
        "nvidia-debugdump",
        "nvidia-persistenced",
        "nv-fabricmanager",
        "nvidia-cuda-mps-control",
        "nvidia-cuda-mps-server");
    deny(text, "/lib/firmware/nvidia/", "**/gsp_*.bin");
    return text.append('}').toString();
  }

  private static void libraries(StringBuilder text, String directory) {
    LIBRARIES.forEach(library -> deny(text, directory, library + VERSION));
    text.append('\n');
  }

  private static void deny(StringBuilder text, String directory, String... files) {
    for (String file : files) {
      text.append("  deny ").append(directory).append(file).append(" w,\n");
    }
  }
}
