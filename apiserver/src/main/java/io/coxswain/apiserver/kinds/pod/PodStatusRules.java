package io.coxswain.apiserver.kinds.pod;

import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.api.FieldError;
import io.coxswain.api.net.Addresses;
import io.coxswain.apiserver.json.Meta;
import io.coxswain.apiserver.rules.Field;
import io.coxswain.apiserver.rules.Formats;
import io.coxswain.apiserver.rules.InternalForm;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/** The rules for the status of a pod and its changes. */
final class PodStatusRules {
  private static final List<String> SYSTEM_CONDITIONS =
      List.of("PodScheduled", "Ready", "Initialized");

  private final Field status;
  private final JsonNode old;
  private final JsonNode spec;

  private PodStatusRules(Field status, JsonNode before) {
    this.status = status;
    this.old = before.path("status");
    this.spec = before.path("spec");
  }

  static void check(Field pod, JsonNode before) {
    PodAnnotationRules.update(
        pod.get("metadata.annotations"), Meta.at(before, "/metadata/annotations"), pod.get("spec"));
    new PodStatusRules(pod.get("status"), before).check();
  }

  private void check() {
    conditions();
    nominatedNode();
    if (status.get("observedGeneration").number() < 0) {
      status.get("observedGeneration").invalid("must be a non-negative integer");
    }
    status.get("qosClass").orEmpty().unchangedFrom(old.path("qosClass"));
    states("containerStatuses", "containers");
    states("initContainerStatuses", "initContainers");
    states("ephemeralContainerStatuses", "");
    claims();
    addresses("podIPs");
    hostAddresses();
    users();
  }

  private void conditions() {
    for (Field condition : status.get("conditions").items()) {
      if (condition.get("observedGeneration").number() < 0) {
        condition.get("observedGeneration").invalid("must be a non-negative integer");
      }
      Field type = condition.get("type");
      if (!SYSTEM_CONDITIONS.contains(type.text())) {
        type.at(condition.path() + ".Type").matches(Formats::qualifiedName);
      }
    }
  }

  private void nominatedNode() {
    Field node = status.get("nominatedNodeName");
    if (node.isEmpty() || node.text().equals(old.path("nominatedNodeName").asText(""))) {
      return;
    }
    node.matches(Formats::dnsSubdomain);
    if (!spec.path("nodeName").asText("").isEmpty()) {
      node.forbidden("may not be set on pods that are already bound to a node");
    }
  }

  /** A container that has terminated and must not be restarted stays terminated. */
  private void states(String list, String containers) {
    Field now = status.get(list);
    int i = 0;
    for (JsonNode was : old.path(list)) {
      String path = now.path() + "[" + i++ + "].state";
      JsonNode end = Meta.at(was, "/state/terminated");
      if (!end.isObject()) {
        continue;
      }
      String name = was.path("name").asText();
      for (Field each : now.items()) {
        if (each.get("name").is(name) && !each.has("state.terminated")) {
          if (containers.isEmpty() || !restarts(containers, name, end.path("exitCode").asInt(0))) {
            each.at(path).forbidden("may not be transitioned to non-terminated state");
          }
          break;
        }
      }
    }
  }

  private boolean restarts(String list, String name, int exitCode) {
    for (JsonNode container : spec.path(list)) {
      if (!container.path("name").asText().equals(name)) {
        continue;
      }
      if (container.has("restartPolicy")) {
        for (JsonNode rule : container.path("restartPolicyRules")) {
          boolean among = false;
          for (JsonNode code : Meta.at(rule, "/exitCodes/values")) {
            among |= code.asInt() == exitCode;
          }
          if (among == Meta.at(rule, "/exitCodes/operator").asText().equals("In")) {
            return true;
          }
        }
        return restarts(container.path("restartPolicy").asText(), exitCode);
      }
      return restarts(spec.path("restartPolicy").asText(), exitCode);
    }
    return false;
  }

  private static boolean restarts(String policy, int exitCode) {
    return policy.equals("Always") || (policy.equals("OnFailure") && exitCode != 0);
  }

  private void claims() {
    var known = new TreeSet<String>();
    spec.path("resourceClaims").forEach(claim -> known.add(claim.path("name").asText()));
    var seen = new TreeSet<String>();
    for (Field claim : status.get("resourceClaimStatuses").items()) {
      Field name = claim.get("name").orEmpty();
      if (!known.contains(name.text())) {
        name.invalid("must match the name of an entry in `spec.resourceClaims`");
      }
      name.notAmong(seen);
      Field direct = claim.get("resourceClaimName");
      if (direct.isSet()) {
        direct.at(name.path()).matches(Formats::dnsSubdomain);
      }
    }
  }

  private void addresses(String list) {
    Field addresses = status.get(list);
    var known = new ArrayList<String>();
    old.path(list).forEach(address -> known.add(Meta.text(address, "/ip")));
    for (Field address : addresses.items()) {
      if (!known.contains(address.text("ip"))) {
        address.with(address.text("ip")).matches(Addresses::ip);
      }
    }
    if (addresses.size() > 1) {
      List<String> texts = addresses.items().stream().map(a -> a.text("ip")).toList();
      for (int i = 0; i < texts.size(); i++) {
        if (!Addresses.isIp(texts.get(i))) {
          addresses.error(
              FieldError.internal(
                  addresses.path(),
                  "failed to check for dual stack with error:invalid IP["
                      + i
                      + "]: "
                      + texts.get(i)));
          break;
        }
      }
      boolean both =
          texts.stream().anyMatch(Addresses::isV4) && texts.stream().anyMatch(Addresses::isV6);
      if (!both || texts.size() > 2) {
        addresses.invalid(
            InternalForm.of(
                list.equals("podIPs") ? "[]core.PodIP" : "[]core.HostIP", addresses.node()),
            "may specify no more than one IP for each IP family");
      }
    }
  }

  private void hostAddresses() {
    Field addresses = status.get("hostIPs");
    if (addresses.isEmpty()) {
      return;
    }
    Field first = addresses.items().getFirst().get("ip").orEmpty();
    if (!first.text().equals(status.text("hostIP"))) {
      first.invalid("must be equal to `hostIP`");
    }
    addresses("hostIPs");
  }

  private void users() {
    boolean windows = Meta.at(spec, "/os/name").asText("").equals("windows");
    for (String list :
        List.of("containerStatuses", "initContainerStatuses", "ephemeralContainerStatuses")) {
      for (Field container : status.get(list).items()) {
        Field linux = container.get("user.linux");
        if (windows && linux.isSet()) {
          linux.forbidden("cannot be set for a windows pod");
        } else if (linux.isSet()) {
          linux.get("uid").between(0, Integer.MAX_VALUE);
          linux.get("gid").between(0, Integer.MAX_VALUE);
          for (Field group : linux.get("supplementalGroups").items()) {
            group.between(0, Integer.MAX_VALUE);
          }
        }
      }
    }
  }
}
