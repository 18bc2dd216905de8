package io.coxswain.apiserver.kinds.pod;

import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.api.net.Addresses;
import io.coxswain.apiserver.rules.Field;
import io.coxswain.apiserver.rules.Formats;
import io.coxswain.apiserver.rules.InternalForm;
import io.coxswain.apiserver.rules.LabelRules;
import java.util.List;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeSet;

/** The rules for the spec of a pod, in a pod or a template. */
final class PodSpecRules {
  private static final int MAX_NAMESERVERS = 3;
  private static final int MAX_SEARCHES = 32;
  private static final int SEARCHES_LIMIT = 2048;
  private static final int HOSTNAME_LIMIT = 64;

  private final Field spec;
  private final PodScope scope;

  private PodSpecRules(Field spec, PodScope scope) {
    this.spec = spec;
    this.scope = scope;
  }

  static void check(Field spec, PodScope scope) {
    new PodSpecRules(spec, scope).check();
  }

  private void check() {
    SortedMap<String, JsonNode> volumes = new VolumeRules(scope).check(spec.get("volumes"));
    SortedSet<String> claims = claimNames();
    resourceClaims();
    new ContainerRules(spec, volumes, claims).check();
    PodLevelResources.check(spec, claims);
    hostNetwork();
    spec.get("restartPolicy").givenOneOf(List.of("Always", "OnFailure", "Never"));
    spec.get("dnsPolicy")
        .givenOneOf(List.of("ClusterFirstWithHostNet", "ClusterFirst", "Default", "None"));
    LabelRules.labels(spec.get("nodeSelector"));
    SecurityRules.ofPod(spec);
    SchedulingRules.affinity(spec.get("affinity"));
    dns(spec.get("dnsConfig"));
    for (Field gate : spec.get("readinessGates").items()) {
      gate.get("conditionType").matches(Formats::qualifiedName);
    }
    SchedulingRules.gates(spec.get("schedulingGates"));
    SchedulingRules.spreading(spec.get("topologySpreadConstraints"));
    WindowsRules.hostProcess(spec);
    SecurityRules.ownUsers(spec);
    hostnameOverride(spec.get("hostnameOverride"));
    spec.get("serviceAccountName").matchesIfGiven(Formats::dnsSubdomain);
    spec.get("nodeName").matchesIfGiven(Formats::dnsSubdomain);
    spec.get("activeDeadlineSeconds").between(1, Integer.MAX_VALUE);
    spec.get("hostname").matchesIfGiven(Formats::dnsLabel);
    spec.get("subdomain").matchesIfGiven(Formats::dnsLabel);
    SchedulingRules.tolerations(spec.get("tolerations"));
    hostAliases();
    spec.get("priorityClassName").matchesIfGiven(Formats::dnsSubdomain);
    if (spec.has("runtimeClassName")) {
      spec.get("runtimeClassName").matches(Formats::dnsSubdomain);
    }
    if (spec.has("preemptionPolicy")) {
      spec.get("preemptionPolicy").givenOneOf(List.of("PreemptLowerPriority", "Never"));
    }
    overhead();
    WindowsRules.operatingSystem(spec);
    filesOfVariables();
  }

  private SortedSet<String> claimNames() {
    var names = new TreeSet<String>();
    for (Field claim : spec.get("resourceClaims").items()) {
      if (!claim.get("name").isEmpty()) {
        names.add(claim.text("name"));
      }
    }
    return names;
  }

  private void resourceClaims() {
    var seen = new TreeSet<String>();
    for (Field claim : spec.get("resourceClaims").items()) {
      if (scope.mirror()) {
        claim.at("[]").forbidden("static pods do not support resource claims");
        continue;
      }
      Field name = claim.get("name");
      if (name.isGiven()) {
        if (!seen.contains(name.text())) {
          name.matches(Formats::dnsLabel);
        }
        name.notAmong(seen);
      }
      Field direct = claim.get("resourceClaimName");
      Field template = claim.get("resourceClaimTemplateName");
      JsonNode shown = InternalForm.of("core.PodResourceClaim", claim.node());
      if (direct.isSet() && template.isSet()) {
        claim.invalid(
            shown,
            "at most one of `resourceClaimName` or `resourceClaimTemplateName` may be specified");
      }
      if (!direct.isSet() && !template.isSet()) {
        claim.invalid(
            shown, "must specify one of: `resourceClaimName`, `resourceClaimTemplateName`");
      }
      for (Field named : List.of(direct, template)) {
        if (named.isSet()) {
          named.matches(Formats::dnsSubdomain);
        }
      }
    }
  }

  private void hostNetwork() {
    if (!spec.get("hostNetwork").isTrue()) {
      return;
    }
    for (Field container : spec.get("containers").items()) {
      for (Field port : container.get("ports").items()) {
        long host = port.get("hostPort").number();
        boolean counts = scope.pod() || host != 0;
        if (counts && host != port.get("containerPort").number()) {
          port.get("hostPort")
              .orZero()
              .invalid("must match `containerPort` when `hostNetwork` is true");
        }
      }
    }
  }

  private void dns(Field config) {
    Field servers = config.get("nameservers");
    if (spec.get("dnsPolicy").is("None")) {
      if (!config.isSet()) {
        config.required("must provide `dnsConfig` when `dnsPolicy` is None");
        return;
      }
      if (!servers.isGiven("must provide at least one DNS nameserver when `dnsPolicy` is None")) {
        return;
      }
    }
    if (servers.size() > MAX_NAMESERVERS) {
      servers.invalid("must not have more than 3 nameservers");
    }
    servers.items().forEach(server -> server.matches(Addresses::ip));
    Field searches = config.get("searches");
    if (searches.size() > MAX_SEARCHES) {
      searches.invalid("must not have more than 32 search paths");
    }
    int length = -1;
    for (Field search : searches.items()) {
      length += search.text().length() + 1;
    }
    if (length > SEARCHES_LIMIT) {
      searches.invalid(
          "must not have more than 2048 characters (including spaces) in the search list");
    }
    for (Field search : searches.items()) {
      String text = search.text();
      if (!text.equals(".")) {
        search
            .with(text.endsWith(".") ? text.substring(0, text.length() - 1) : text)
            .matches(Formats::dnsSubdomainWithUnderscore);
      }
    }
    for (Field option : config.get("options").items()) {
      if (option.get("name").isEmpty()) {
        option.required("must not be empty");
      }
    }
  }

  private void hostnameOverride(Field name) {
    if (!name.isSet()) {
      return;
    }
    if (spec.get("setHostnameAsFQDN").isTrue()) {
      name.forbidden("may not be specified when setHostnameAsFQDN is true");
    }
    if (spec.get("hostNetwork").isTrue()) {
      name.forbidden("may not be specified when hostNetwork is true");
    }
    if (name.text().length() > HOSTNAME_LIMIT) {
      name.tooLong(HOSTNAME_LIMIT);
    }
    name.matches(Formats::dnsSubdomain);
  }

  private void hostAliases() {
    for (Field alias : spec.get("hostAliases").items()) {
      alias.get("ip").matches(Addresses::ip);
      alias.get("hostnames").items().forEach(name -> name.matches(Formats::dnsSubdomain));
    }
  }

  /** The overhead is validated like the limits of a container. */
  private void overhead() {
    Field overhead = spec.get("overhead");
    if (overhead.isSet()) {
      var resources = io.coxswain.api.Json.MAPPER.createObjectNode();
      resources.set("limits", overhead.node());
      ResourceRules.ofContainer(overhead.with(resources), new TreeSet<>());
    }
  }

  /** Variables may be read only from files of emptyDir volumes. */
  private void filesOfVariables() {
    for (Field container : ContainerRules.all(spec)) {
      for (Field variable : container.get("env").items()) {
        if (variable.has("valueFrom.fileKeyRef")) {
          fileOf(variable.get("valueFrom.fileKeyRef.volumeName"));
        }
      }
    }
  }

  private void fileOf(Field volumeName) {
    for (Field volume : spec.get("volumes").items()) {
      if (volume.get("name").is(volumeName.text())) {
        if (!volume.has("emptyDir")) {
          volumeName.invalid("referenced volume must be of type emptyDir");
        }
        return;
      }
    }
    volumeName.orEmpty().notFound();
  }
}
