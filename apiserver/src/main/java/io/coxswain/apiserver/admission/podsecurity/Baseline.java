package io.coxswain.apiserver.admission.podsecurity;

import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.apiserver.json.Meta;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;

/** The checks of the baseline level: they reject access to the node that a pod runs on. */
final class Baseline {
  private static final Set<String> DEFAULT_CAPABILITIES =
      Set.of(
          "AUDIT_WRITE",
          "CHOWN",
          "DAC_OVERRIDE",
          "FOWNER",
          "FSETID",
          "KILL",
          "MKNOD",
          "NET_BIND_SERVICE",
          "SETFCAP",
          "SETGID",
          "SETPCAP",
          "SETUID",
          "SYS_CHROOT");

  /** Sysctls that affect only the pod, with the minor version that introduced each. */
  private static final Map<String, Integer> SAFE_SYSCTLS =
      Map.ofEntries(
          Map.entry("kernel.shm_rmid_forced", 0),
          Map.entry("net.ipv4.ip_local_port_range", 0),
          Map.entry("net.ipv4.tcp_syncookies", 0),
          Map.entry("net.ipv4.ping_group_range", 0),
          Map.entry("net.ipv4.ip_unprivileged_port_start", 0),
          Map.entry("net.ipv4.ip_local_reserved_ports", 27),
          Map.entry("net.ipv4.tcp_keepalive_time", 29),
          Map.entry("net.ipv4.tcp_fin_timeout", 29),
          Map.entry("net.ipv4.tcp_keepalive_intvl", 29),
          Map.entry("net.ipv4.tcp_keepalive_probes", 29),
          Map.entry("net.ipv4.tcp_rmem", 32),
          Map.entry("net.ipv4.tcp_wmem", 32));

  private static final String APP_ARMOR = "container.apparmor.security.beta.kubernetes.io/";

  private Baseline() {}

  static String type(JsonNode security, String profile) {
    return security.path(profile).path("type").asText();
  }

  /** Whether it sets a profile that does not confine. */
  static boolean isLoose(JsonNode security, String profile) {
    return security.hasNonNull(profile)
        && !Set.of("RuntimeDefault", "Localhost").contains(type(security, profile));
  }

  static SortedSet<String> looseTypes(Subject subject, String profile) {
    var types = new TreeSet<String>();
    if (isLoose(subject.security(), profile)) {
      types.add(type(subject.security(), profile));
    }
    for (JsonNode container : subject.containers()) {
      JsonNode security = container.path("securityContext");
      if (isLoose(security, profile)) {
        types.add(type(security, profile));
      }
    }
    return types;
  }

  static Optional<Violation> appArmor(Subject subject) {
    boolean pod = isLoose(subject.security(), "appArmorProfile");
    List<String> containers = subject.secured(c -> isLoose(c, "appArmorProfile"));
    var annotations = new TreeSet<String>();
    Meta.stringMap(subject.metadata().path("annotations"))
        .forEach(
            (name, value) -> {
              boolean fine =
                  value.isEmpty()
                      || value.equals("runtime/default")
                      || value.startsWith("localhost/");
              if (name.startsWith(APP_ARMOR) && !fine) {
                annotations.add(name + "=\"" + value + "\"");
              }
            });
    var setters = new ArrayList<String>();
    if (pod || !containers.isEmpty()) {
      setters.add(Subject.setters(pod, containers));
    }
    var values = new ArrayList<String>(looseTypes(subject, "appArmorProfile"));
    if (!annotations.isEmpty()) {
      setters.add(annotations.size() == 1 ? "annotation" : "annotations");
      values.addAll(annotations);
    }
    return setters.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new Violation(
                "forbidden AppArmor profile" + (values.size() == 1 ? "" : "s"),
                String.join(" and ", setters)
                    + " must not set AppArmor profile type to "
                    + Subject.quoted(values)));
  }

  static Optional<String> capabilities(Subject subject) {
    return subject.extraCapabilities(DEFAULT_CAPABILITIES);
  }

  static Optional<String> hostNamespaces(Subject subject) {
    List<String> shared =
        List.of("hostNetwork", "hostPID", "hostIPC").stream()
            .filter(field -> subject.spec().path(field).asBoolean())
            .map(field -> field + "=true")
            .toList();
    return Subject.ifAny(shared, all -> String.join(", ", all));
  }

  static Optional<String> hostPaths(Subject subject) {
    var names = new ArrayList<String>();
    for (JsonNode volume : subject.spec().path("volumes")) {
      if (volume.hasNonNull("hostPath")) {
        names.add(volume.path("name").asText());
      }
    }
    return Subject.ifAny(
        names, bad -> (bad.size() == 1 ? "volume " : "volumes ") + Subject.quoted(bad));
  }

  static Optional<String> hostPorts(Subject subject) {
    var ports = new TreeSet<String>();
    for (JsonNode container : subject.containers()) {
      for (JsonNode port : container.path("ports")) {
        if (port.path("hostPort").asInt() != 0) {
          ports.add(port.path("hostPort").asText());
        }
      }
    }
    return Subject.ifAny(
        subject.named(
            c -> c.path("ports").valueStream().anyMatch(p -> p.path("hostPort").asInt() != 0)),
        bad ->
            Subject.containers(bad)
                + (bad.size() == 1 ? " uses " : " use ")
                + (ports.size() == 1 ? "hostPort " : "hostPorts ")
                + String.join(", ", ports));
  }

  static List<String> hosts(JsonNode container) {
    var all = new ArrayList<String>();
    for (String handler :
        new String[] {
          "/livenessProbe",
          "/readinessProbe",
          "/startupProbe",
          "/lifecycle/postStart",
          "/lifecycle/preStop"
        }) {
      for (String way : new String[] {"httpGet", "tcpSocket"}) {
        String host = container.at(handler).path(way).path("host").asText();
        if (!host.isEmpty()) {
          all.add(host);
        }
      }
    }
    return all;
  }

  static Optional<String> hosts(Subject subject) {
    var hosts = new TreeSet<String>();
    subject.containers().forEach(container -> hosts.addAll(hosts(container)));
    List<String> names = subject.named(c -> !hosts(c).isEmpty()).stream().sorted().toList();
    return Subject.ifAny(
        names,
        bad ->
            Subject.containers(bad)
                + (bad.size() == 1 ? " uses " : " use ")
                + (hosts.size() == 1 ? "probe or lifecycle host " : "probe or lifecycle hosts ")
                + Subject.quoted(hosts));
  }

  static Optional<String> privileged(Subject subject) {
    return Subject.ifAny(
        subject.secured(c -> c.path("privileged").asBoolean()),
        bad -> Subject.containers(bad) + " must not set securityContext.privileged=true");
  }

  static Optional<String> procMounts(Subject subject) {
    var types = new TreeSet<String>();
    for (JsonNode container : subject.containers()) {
      types.add(container.at("/securityContext/procMount").asText("Default"));
    }
    types.remove("Default");
    return Subject.ifAny(
        subject.secured(c -> !c.path("procMount").asText("Default").equals("Default")),
        bad ->
            Subject.containers(bad)
                + " must not set securityContext.procMount to "
                + Subject.quoted(types));
  }

  static Optional<String> seccomp(Subject subject) {
    boolean pod = isLoose(subject.security(), "seccompProfile");
    List<String> bad = subject.secured(c -> isLoose(c, "seccompProfile"));
    return !pod && bad.isEmpty()
        ? Optional.empty()
        : Optional.of(
            Subject.setters(pod, bad)
                + " must not set securityContext.seccompProfile.type to "
                + Subject.quoted(looseTypes(subject, "seccompProfile")));
  }

  static Optional<String> sysctls(Subject subject, int minor) {
    var bad = new ArrayList<String>();
    for (JsonNode sysctl : subject.security().path("sysctls")) {
      String name = sysctl.path("name").asText();
      Integer known = SAFE_SYSCTLS.get(name);
      if (known == null || known > minor) {
        bad.add(name);
      }
    }
    return Subject.ifAny(bad, all -> String.join(", ", all));
  }

  static Optional<String> hostProcesses(Subject subject) {
    String flag = "/windowsOptions/hostProcess";
    boolean pod = subject.security().at(flag).asBoolean();
    List<String> bad = subject.secured(c -> c.at(flag).asBoolean());
    return !pod && bad.isEmpty()
        ? Optional.empty()
        : Optional.of(
            Subject.setters(pod, bad)
                + " must not set securityContext.windowsOptions.hostProcess=true");
  }
}
