package io.coxswain.apiserver.kinds.pod;

import io.coxswain.apiserver.rules.Field;
import io.coxswain.apiserver.rules.Formats;
import io.coxswain.cel.formats.FixedPattern;
import java.util.List;
import java.util.regex.Pattern;

/** The rules for fields that apply to one operating system only. */
final class WindowsRules {
  private static final String NOT_ON_WINDOWS = "cannot be set for a windows pod";
  private static final int SPEC_LIMIT = 64 * 1024;
  private static final int DOMAIN_LIMIT = 256;
  private static final int USER_LIMIT = 104;
  private static final Pattern CONTROL = Pattern.compile("\\p{Cntrl}+");
  private static final Pattern NETBIOS = Pattern.compile("[^\\\\/:*?\"<>|.][^\\\\/:*?\"<>|]{0,14}");
  private static final String LABEL = "[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?";
  private static final FixedPattern DNS = FixedPattern.of(LABEL + "(?:\\." + LABEL + ")*");
  private static final Pattern BAD_CHARACTERS = Pattern.compile("[\"/\\\\:;|=,+*?<>@\\[\\]]");
  private static final Pattern DOTS_AND_SPACES = Pattern.compile("[. ]+");

  /** Fields of the pod and of its security context, in the order in which they are checked. */
  private static final List<String> NOT_OF_PODS =
      List.of(
          "securityContext.appArmorProfile",
          "securityContext.seLinuxOptions",
          "hostUsers",
          "hostPID",
          "hostIPC",
          "securityContext.seccompProfile",
          "securityContext.fsGroup",
          "securityContext.fsGroupChangePolicy",
          "securityContext.sysctls",
          "shareProcessNamespace",
          "securityContext.runAsUser",
          "securityContext.runAsGroup",
          "securityContext.supplementalGroups",
          "securityContext.supplementalGroupsPolicy",
          "securityContext.seLinuxChangePolicy");

  private static final List<String> NOT_OF_CONTAINERS =
      List.of(
          "appArmorProfile",
          "seLinuxOptions",
          "seccompProfile",
          "capabilities",
          "readOnlyRootFilesystem",
          "privileged",
          "allowPrivilegeEscalation",
          "procMount",
          "runAsUser",
          "runAsGroup");

  private WindowsRules() {}

  static void operatingSystem(Field spec) {
    Field os = spec.get("os");
    if (!os.isSet() || !os.get("name").isGiven()) {
      return;
    }
    switch (os.text("name")) {
      case "linux" -> linux(spec);
      case "windows" -> windows(spec);
      default -> os.with(os.text("name")).unsupported("linux", "windows");
    }
  }

  private static void linux(Field spec) {
    String why = "windows options cannot be set for a linux pod";
    if (spec.has("securityContext.windowsOptions")) {
      spec.get("securityContext.windowsOptions").forbidden(why);
    }
    for (Field container : ContainerRules.all(spec)) {
      if (container.has("securityContext.windowsOptions")) {
        container.get("securityContext.windowsOptions").forbidden(why);
      }
    }
  }

  private static void windows(Field spec) {
    for (String field : NOT_OF_PODS) {
      if (spec.has(field)) {
        spec.get(field).forbidden(NOT_ON_WINDOWS);
      }
    }
    for (Field container : ContainerRules.all(spec)) {
      for (String field : NOT_OF_CONTAINERS) {
        if (container.has("securityContext." + field)) {
          container.get("securityContext." + field).forbidden(NOT_ON_WINDOWS);
        }
      }
    }
  }

  static void options(Field options) {
    if (options.has("gmsaCredentialSpecName")) {
      options.get("gmsaCredentialSpecName").matches(Formats::dnsSubdomain);
    }
    Field spec = options.get("gmsaCredentialSpec");
    if (spec.isSet()) {
      if (spec.isEmpty()) {
        spec.invalid("gmsaCredentialSpec cannot be an empty string");
      } else if (spec.text().length() > SPEC_LIMIT) {
        spec.invalid("gmsaCredentialSpec size must be under 64 KiB");
      }
    }
    if (options.has("runAsUserName")) {
      userName(options.get("runAsUserName"));
    }
  }

  private static void userName(Field name) {
    String[] parts = name.text().split("\\\\", -1);
    if (name.isEmpty()) {
      name.invalid("runAsUserName cannot be an empty string");
    } else if (CONTROL.matcher(name.text()).find()) {
      name.invalid("runAsUserName cannot contain control characters");
    } else if (parts.length > 2) {
      name.invalid("runAsUserName cannot contain more than one backslash");
    } else {
      if (parts.length == 2) {
        domain(name, parts[0]);
      }
      user(name, parts[parts.length - 1]);
    }
  }

  private static void domain(Field name, String domain) {
    if (domain.length() >= DOMAIN_LIMIT) {
      name.invalid("runAsUserName's Domain length must be under 256 characters");
    }
    if (!NETBIOS.matcher(domain).matches() && !DNS.matches(domain)) {
      name.invalid("runAsUserName's Domain doesn't match the NetBios nor the DNS format");
    }
  }

  private static void user(Field name, String user) {
    if (user.isEmpty()) {
      name.invalid("runAsUserName's User cannot be empty");
    } else if (user.length() > USER_LIMIT) {
      name.invalid("runAsUserName's User length must not be longer than 104 characters");
    }
    if (DOTS_AND_SPACES.matcher(user).matches()) {
      name.invalid("runAsUserName's User cannot contain only periods or spaces");
    }
    if (BAD_CHARACTERS.matcher(user).find()) {
      name.invalid(
          "runAsUserName's User cannot contain the following characters: \"/\\:;|=,+*?<>@[]");
    }
  }

  /** Either all containers are host processes, or none is. */
  static void hostProcess(Field spec) {
    Field ofPod = spec.get("securityContext.windowsOptions.hostProcess");
    int all = 0;
    int ofHost = 0;
    for (Field container : ContainerRules.all(spec)) {
      all++;
      Field own = container.get("securityContext.windowsOptions.hostProcess");
      if (ofPod.isSet() && own.isSet() && ofPod.isTrue() != own.isTrue()) {
        own.invalid(
            "pod hostProcess value must be identical if both are specified, was " + ofPod.isTrue());
      }
      if (own.isSet() ? own.isTrue() : ofPod.isTrue()) {
        ofHost++;
      }
    }
    if (ofHost == 0) {
      return;
    }
    if (ofHost != all) {
      spec.invalid(
          "",
          "If pod contains any hostProcess containers then all containers must be HostProcess"
              + " containers");
    }
    if (!spec.get("hostNetwork").isTrue()) {
      spec.get("hostNetwork")
          .with(com.fasterxml.jackson.databind.node.BooleanNode.FALSE)
          .invalid("hostNetwork must be true if pod contains any hostProcess containers");
    }
    spec.forbidden("hostProcess containers are " + PrivilegePolicy.DISALLOWED);
  }
}
