package io.coxswain.apiserver.kinds.pod;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.coxswain.apiserver.rules.Field;
import io.coxswain.apiserver.rules.Formats;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** The rules for the containers of a pod, in all three lists. */
final class ContainerRules {
  static final List<String> PULL_POLICIES = List.of("Always", "IfNotPresent", "Never");
  private static final List<String> PROTOCOLS = List.of("SCTP", "TCP", "UDP");
  private static final List<String> RESTART_POLICIES = List.of("Always", "Never", "OnFailure");
  private static final int MAX_RULES = 20;
  private static final int MAX_CODES = 255;

  /** Fields that an ephemeral container may not have, in the order of declaration. */
  private static final List<String> NOT_EPHEMERAL =
      List.of(
          "ports",
          "resources",
          "resizePolicy",
          "restartPolicy",
          "restartPolicyRules",
          "livenessProbe",
          "readinessProbe",
          "startupProbe",
          "lifecycle");

  private final Field spec;
  private final Set<String> claims;
  private final MountRules mounts;
  private final HandlerRules handlers;
  private final boolean hostUsers;

  /**
   * @param volumes the valid volumes of the pod, by name
   * @param claims the names of the pod's resource claims
   */
  ContainerRules(Field spec, Map<String, JsonNode> volumes, Set<String> claims) {
    this.spec = spec;
    this.claims = claims;
    this.mounts = new MountRules(volumes);
    this.handlers = new HandlerRules(spec.get("terminationGracePeriodSeconds").number());
    this.hostUsers = !spec.has("hostUsers") || spec.get("hostUsers").isTrue();
  }

  /** The containers of all lists, in the order in which upstream visits them. */
  static List<Field> all(Field spec) {
    var all = new ArrayList<Field>();
    for (String list : PodSpecs.CONTAINER_LISTS) {
      all.addAll(spec.get(list).items());
    }
    return all;
  }

  void check() {
    regular(spec.get("containers"));
    init(spec.get("initContainers"));
    ephemeral(spec.get("ephemeralContainers"));
  }

  private void regular(Field containers) {
    if (!containers.isGiven()) {
      return;
    }
    var names = new TreeSet<String>();
    for (Field container : containers.items()) {
      common(container);
      container.get("name").orEmpty().notAmong(names);
      handlers.lifecycle(container.get("lifecycle"));
      handlers.probes(container);
      restart(container);
    }
    hostPorts(containers.items());
  }

  private void init(Field containers) {
    var names = new TreeSet<String>();
    spec.get("containers").items().forEach(c -> names.add(c.text("name")));
    for (Field container : containers.items()) {
      common(container);
      initRestart(container);
      Field name = container.get("name");
      if (!name.isEmpty() || names.contains("")) {
        name.orEmpty().notAmong(names);
      }
      hostPorts(List.of(container));
      if (container.get("restartPolicy").is("Always")) {
        handlers.lifecycle(container.get("lifecycle"));
        handlers.probes(container);
      } else {
        for (String field :
            List.of("lifecycle", "livenessProbe", "readinessProbe", "startupProbe")) {
          if (container.has(field)) {
            container
                .get(field)
                .forbidden("may not be set for init containers without restartPolicy=Always");
          }
        }
      }
    }
  }

  private void ephemeral(Field containers) {
    var others = new TreeSet<String>();
    for (String list : List.of("containers", "initContainers")) {
      spec.get(list).items().forEach(c -> others.add(c.text("name")));
    }
    var names = new TreeSet<>(others);
    String why = "cannot be set for an Ephemeral Container";
    for (Field container : containers.items()) {
      common(container);
      unpaddedImage(container);
      container.get("name").orEmpty().notAmong(names);
      Field target = container.get("targetContainerName");
      if (!target.isEmpty() && !others.contains(target.text())) {
        target.notFound();
      }
      for (String field : NOT_EPHEMERAL) {
        if (!container.get(field).isEmpty()) {
          container.get(field).forbidden(why);
        }
      }
      for (Field mount : container.get("volumeMounts").items()) {
        for (String field : List.of("subPath", "subPathExpr")) {
          if (!mount.get(field).isEmpty()) {
            mount.get(field).forbidden(why);
          }
        }
      }
    }
  }

  private void common(Field container) {
    container.get("name").orEmpty().given(Formats::dnsLabel);
    container.get("image").isGiven();
    container.get("terminationMessagePolicy").givenOneOf(List.of("File", "FallbackToLogsOnError"));
    ports(container.get("ports"));
    EnvironmentRules.variables(container.get("env"));
    EnvironmentRules.sources(container.get("envFrom"));
    mounts.mounts(container);
    mounts.devices(container);
    container.get("imagePullPolicy").givenOneOf(PULL_POLICIES);
    ResourceRules.ofContainer(container.get("resources"), claims);
    resizing(container.get("resizePolicy"));
    SecurityRules.ofContainer(container.get("securityContext"), hostUsers);
  }

  /** Templates may have surrounding spaces, pods may not. */
  static void unpaddedImage(Field container) {
    Field image = container.get("image");
    if (!image.text().strip().equals(image.text())) {
      image.invalid("must not have leading or trailing whitespace");
    }
  }

  private static void ports(Field ports) {
    var names = new TreeSet<String>();
    for (Field port : ports.items()) {
      Field name = port.get("name");
      if (!name.isEmpty()) {
        if (Formats.portName(name.text()).isEmpty()) {
          name.notAmong(names);
        } else {
          name.matches(Formats::portName);
        }
      }
      Field number = port.get("containerPort");
      if (number.number() == 0) {
        number.required();
      } else {
        number.between(1, 65535);
      }
      if (port.get("hostPort").number() != 0) {
        port.get("hostPort").between(1, 65535);
      }
      port.get("protocol").givenOneOf(PROTOCOLS);
    }
  }

  private static void hostPorts(List<Field> containers) {
    var taken = new TreeSet<String>();
    for (Field container : containers) {
      for (Field port : container.get("ports").items()) {
        Field host = port.get("hostPort");
        if (host.number() != 0) {
          String key = port.text("protocol") + "/" + port.text("hostIP") + "/" + host.number();
          host.with(TextNode.valueOf(key)).notAmong(taken);
        }
      }
    }
  }

  private void resizing(Field policies) {
    var seen = new TreeSet<String>();
    boolean never = spec.get("restartPolicy").is("Never");
    for (Field policy : policies.items()) {
      policy.with(policy.text("resourceName")).notAmong(seen);
      Field resource = policies.with(policy.text("resourceName"));
      resource.givenOneOf(List.of("cpu", "memory"));
      Field restart = policies.with(policy.text("restartPolicy"));
      restart.givenOneOf(List.of("NotRequired", "RestartContainer"));
      if (never && !restart.is("NotRequired")) {
        restart.invalid("must be 'NotRequired' when `restartPolicy` is 'Never'");
      }
    }
  }

  private static void initRestart(Field container) {
    Field rules = container.get("restartPolicyRules");
    if (!container.get("restartPolicy").is("Always")) {
      restart(container);
    } else if (!rules.isEmpty()) {
      rules.forbidden(
          "restartPolicyRules are not allowed for init containers with restart policy Always");
    }
  }

  private static void restart(Field container) {
    Field policy = container.get("restartPolicy");
    Field rules = container.get("restartPolicyRules");
    if (!policy.isSet()) {
      if (rules.isEmpty()) {
        return;
      }
      policy.required("must specify restartPolicy when restart rules are used");
    } else {
      policy.oneOf(RESTART_POLICIES);
    }
    if (rules.size() > MAX_RULES) {
      rules.tooLong(MAX_RULES);
    }
    for (Field rule : rules.items()) {
      rule.get("action").oneOf(List.of("Restart"));
      Field codes = rule.get("exitCodes");
      if (!codes.isSet()) {
        codes.required("must be specified");
        continue;
      }
      codes.get("operator").oneOf(List.of("In", "NotIn"));
      if (codes.get("values").size() > MAX_CODES) {
        codes.get("values").tooLong(MAX_CODES);
      }
    }
  }
}
