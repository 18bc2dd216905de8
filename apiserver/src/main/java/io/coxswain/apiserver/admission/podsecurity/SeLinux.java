package io.coxswain.apiserver.admission.podsecurity;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** Checks whether SELinux labels are those of containers. */
final class SeLinux {
  private static final Set<String> TYPES =
      Set.of("", "container_t", "container_init_t", "container_kvm_t");

  private SeLinux() {}

  static Optional<String> judge(Subject subject, int minor) {
    boolean pod = isBad(subject.security(), minor);
    List<String> containers = subject.secured(c -> isBad(c, minor));
    if (!pod && containers.isEmpty()) {
      return Optional.empty();
    }
    var types = new TreeSet<String>();
    boolean user = false;
    boolean role = false;
    for (JsonNode options : options(subject)) {
      if (!isAllowed(options, minor)) {
        types.add(options.path("type").asText());
      }
      user |= !options.path("user").asText().isEmpty();
      role |= !options.path("role").asText().isEmpty();
    }
    var wrong = new ArrayList<String>();
    if (!types.isEmpty()) {
      wrong.add((types.size() == 1 ? "type " : "types ") + Subject.quoted(types));
    }
    if (user) {
      wrong.add("user may not be set");
    }
    if (role) {
      wrong.add("role may not be set");
    }
    return Optional.of(
        Subject.setters(pod, containers)
            + " set forbidden securityContext.seLinuxOptions: "
            + String.join("; ", wrong));
  }

  private static List<JsonNode> options(Subject subject) {
    var all = new ArrayList<JsonNode>();
    all.add(subject.security().path("seLinuxOptions"));
    subject.containers().forEach(c -> all.add(c.at("/securityContext/seLinuxOptions")));
    return all;
  }

  private static boolean isBad(JsonNode security, int minor) {
    JsonNode options = security.path("seLinuxOptions");
    return !isAllowed(options, minor)
        || !options.path("user").asText().isEmpty()
        || !options.path("role").asText().isEmpty();
  }

  private static boolean isAllowed(JsonNode options, int minor) {
    String type = options.path("type").asText();
    return TYPES.contains(type) || (minor >= 31 && type.equals("container_engine_t"));
  }
}
