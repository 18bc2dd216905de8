package io.coxswain.apiserver.kinds.pod;

import io.coxswain.apiserver.rules.Field;
import io.coxswain.apiserver.rules.InternalForm;
import io.coxswain.cel.formats.FixedPattern;
import java.util.List;
import java.util.TreeSet;

/** The rules for security contexts of pods and containers. */
final class SecurityRules {
  private static final List<String> PROFILE_TYPES =
      List.of("Localhost", "RuntimeDefault", "Unconfined");
  private static final String SYSCTL =
      "([a-z0-9]([-_a-z0-9]*[a-z0-9])?[\\./])*[a-z0-9]([-_a-z0-9]*[a-z0-9])?";
  private static final FixedPattern SYSCTL_FORM = FixedPattern.of(SYSCTL);
  private static final int SYSCTL_LIMIT = 253;
  private static final int PROFILE_LIMIT = 4095;

  private SecurityRules() {}

  static void ofPod(Field spec) {
    Field context = spec.get("securityContext");
    id(context.get("fsGroup"));
    id(context.get("runAsUser"));
    id(context.get("runAsGroup"));
    context.get("supplementalGroups").items().forEach(SecurityRules::id);
    Field shared = spec.get("shareProcessNamespace");
    if (shared.isTrue() && spec.get("hostPID").isTrue()) {
      shared
          .at(context.path() + ".shareProcessNamespace")
          .invalid("ShareProcessNamespace and HostPID cannot both be enabled");
    }
    sysctls(context.get("sysctls"), spec);
    context.get("fsGroupChangePolicy").oneOfIfSet(List.of("Always", "OnRootMismatch"));
    seccomp(context.get("seccompProfile"));
    WindowsRules.options(context.get("windowsOptions"));
    appArmor(context.get("appArmorProfile"));
    context.get("supplementalGroupsPolicy").oneOfIfSet(List.of("Merge", "Strict"));
    context.get("seLinuxChangePolicy").oneOfIfSet(List.of("Recursive"));
  }

  /**
   * @param hostUsers whether the pod shares the user namespace of its host
   */
  static void ofContainer(Field context, boolean hostUsers) {
    if (!context.isSet()) {
      return;
    }
    boolean privileged = context.get("privileged").isTrue();
    if (privileged) {
      context.get("privileged").forbidden(PrivilegePolicy.DISALLOWED);
    }
    id(context.get("runAsUser"));
    id(context.get("runAsGroup"));
    Field proc = context.get("procMount");
    proc.oneOfIfSet(List.of("Default", "Unmasked"));
    if (hostUsers && proc.is("Unmasked")) {
      proc.invalid("`hostUsers` must be false to use `Unmasked`");
    }
    seccomp(context.get("seccompProfile"));
    if (context.has("allowPrivilegeEscalation")
        && !context.get("allowPrivilegeEscalation").isTrue()) {
      escalation(context, privileged);
    }
    WindowsRules.options(context.get("windowsOptions"));
    appArmor(context.get("appArmorProfile"));
  }

  private static void escalation(Field context, boolean privileged) {
    var shown = InternalForm.of("core.SecurityContext", context.node());
    if (privileged) {
      context.invalid(
          shown, "cannot set `allowPrivilegeEscalation` to false and `privileged` to true");
    }
    for (Field added : context.get("capabilities.add").items()) {
      if (added.is("CAP_SYS_ADMIN")) {
        context.invalid(
            shown,
            "cannot set `allowPrivilegeEscalation` to false and `capabilities.Add` CAP_SYS_ADMIN");
      }
    }
  }

  private static void id(Field id) {
    id.between(0, Integer.MAX_VALUE);
  }

  private static void sysctls(Field sysctls, Field spec) {
    var names = new TreeSet<String>();
    for (Field sysctl : sysctls.items()) {
      Field name = sysctl.get("name");
      if (!name.isGiven()) {
        continue;
      }
      if (name.text().length() > SYSCTL_LIMIT || !SYSCTL_FORM.matches(name.text())) {
        name.invalid("must have at most 253 characters and match regex ^" + SYSCTL + "$");
      } else if (names.contains(name.text())) {
        name.duplicate();
      }
      names.add(name.text());
      String dotted = name.text().replace('/', '.');
      if (spec.get("hostNetwork").isTrue() && dotted.startsWith("net.")) {
        name.invalid("may not be specified when 'hostNetwork' is true");
      } else if (spec.get("hostIPC").isTrue() && isOfIpc(dotted)) {
        name.invalid("may not be specified when 'hostIPC' is true");
      }
    }
  }

  private static boolean isOfIpc(String name) {
    return name.equals("kernel.sem")
        || name.startsWith("kernel.shm")
        || name.startsWith("kernel.msg")
        || name.startsWith("fs.mqueue.");
  }

  static void seccomp(Field profile) {
    if (!profile.isSet()) {
      return;
    }
    Field type = profile.get("type");
    if (type.isGiven("type is required when seccompProfile is set")) {
      type.oneOf(PROFILE_TYPES);
    }
    Field local = profile.get("localhostProfile");
    if (type.is("Localhost")) {
      if (!local.isSet()) {
        local.required("must be set when seccomp type is Localhost");
      } else {
        PathRules.descending(local);
      }
    } else if (local.isSet()) {
      local.invalid(
          InternalForm.of("core.SeccompProfile", profile.node()),
          "can only be set when seccomp type is Localhost");
    }
  }

  static void appArmor(Field profile) {
    if (!profile.isSet()) {
      return;
    }
    Field local = profile.get("localhostProfile");
    switch (profile.text("type")) {
      case "Localhost" -> {
        if (!local.isGiven("must be set when AppArmor type is Localhost")) {
          return;
        }
        if (!local.text().strip().equals(local.text())) {
          local.invalid("must not be padded with whitespace");
        }
        if (local.text().length() > PROFILE_LIMIT) {
          local.tooLong(PROFILE_LIMIT);
        }
      }
      case "RuntimeDefault", "Unconfined" -> {
        if (local.isSet()) {
          local.invalid("can only be set when AppArmor type is Localhost");
        }
      }
      case "" -> profile.get("type").required("type is required when appArmorProfile is set");
      default -> profile.get("type").unsupported(PROFILE_TYPES);
    }
  }

  /** A pod with its own user namespace must not share the other namespaces of its host. */
  static void ownUsers(Field spec) {
    if (!spec.has("hostUsers") || spec.get("hostUsers").isTrue()) {
      return;
    }
    String why = "when `hostUsers` is false";
    if (spec.get("hostNetwork").isTrue()) {
      spec.get("hostNetwork").forbidden(why);
    }
    if (spec.get("hostPID").isTrue()) {
      spec.get("HostPID").forbidden(why);
    }
    if (spec.get("hostIPC").isTrue()) {
      spec.get("HostIPC").forbidden(why);
    }
    for (Field container : ContainerRules.all(spec)) {
      if (!container.get("volumeDevices").isEmpty()) {
        container.get("volumeDevices").forbidden(why);
      }
    }
  }
}
