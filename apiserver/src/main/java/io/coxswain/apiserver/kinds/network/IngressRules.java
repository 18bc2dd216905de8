package io.coxswain.apiserver.kinds.network;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.net.Addresses;
import io.coxswain.apiserver.json.Meta;
import io.coxswain.apiserver.rules.Field;
import io.coxswain.apiserver.rules.Formats;
import java.util.List;

/** The rules of Ingresses and their classes. */
final class IngressRules {
  private static final String CLASS = "kubernetes.io/ingress.class";
  private static final List<String> PATH_TYPES =
      List.of("Exact", "ImplementationSpecific", "Prefix");
  private static final int MAX_CONTROLLER_LENGTH = 250;

  private IngressRules() {}

  static void defaults(ObjectNode ingress) {
    Meta.child(ingress, "spec");
    Meta.child(Meta.child(ingress, "status"), "loadBalancer");
  }

  static void created(Field ingress) {
    spec(ingress);
    Field annotation = ingress.get("metadata.annotations").entry(CLASS).at("annotations." + CLASS);
    Field name = ingress.get("spec.ingressClassName");
    if (annotation.isSet() && name.isSet() && !annotation.is(name.text())) {
      annotation.invalid("must match `ingressClassName` when both are specified");
    }
  }

  static void spec(Field ingress) {
    Field spec = ingress.get("spec");
    Field rules = spec.get("rules");
    if (rules.isEmpty() && !spec.has("defaultBackend")) {
      spec.with(rules.node()).invalid("either `defaultBackend` or `rules` must be specified");
    }
    if (spec.has("defaultBackend")) {
      backend(spec.get("defaultBackend"));
    }
    rules.items().forEach(IngressRules::rule);
    for (Field tls : spec.get("tls").items()) {
      tls.get("hosts").items().forEach(IngressRules::host);
      if (!tls.get("secretName").isEmpty()) {
        tls.get("secretName").matches(Formats::dnsSubdomain);
      }
    }
    if (spec.has("ingressClassName")) {
      spec.get("ingressClassName").matches(Formats::dnsSubdomain);
    }
  }

  private static void host(Field host) {
    host.matches(host.text().contains("*") ? Formats::wildcardSubdomain : Formats::dnsSubdomain);
  }

  private static void rule(Field rule) {
    Field host = rule.get("host");
    if (!host.isEmpty()) {
      if (Addresses.isIp(host.text())) {
        host.invalid("must be a DNS name, not an IP address");
      }
      host(host);
    }
    if (rule.has("http")) {
      Field paths = rule.get("http.paths");
      if (paths.isGiven()) {
        paths.items().forEach(IngressRules::path);
      }
    }
  }

  private static void path(Field entry) {
    Field path = entry.get("path");
    Field type = entry.get("pathType");
    if (!type.isSet()) {
      type.required("pathType must be specified");
      return;
    }
    switch (type.text()) {
      case "Exact", "Prefix" -> {
        if (!path.text().startsWith("/")) {
          path.invalid(path.text(), "must be an absolute path");
        }
        for (String part : List.of("//", "/./", "/../", "%2f", "%2F")) {
          if (path.text().contains(part)) {
            path.invalid("must not contain '" + part + "'");
          }
        }
        for (String end : List.of("/..", "/.")) {
          if (path.text().endsWith(end)) {
            path.invalid("cannot end with '" + end + "'");
          }
        }
      }
      case "ImplementationSpecific" -> {
        if (!path.isEmpty() && !path.text().startsWith("/")) {
          path.invalid("must be an absolute path");
        }
      }
      default -> type.unsupported(PATH_TYPES);
    }
    backend(entry.get("backend"));
  }

  private static void backend(Field backend) {
    boolean resource = backend.has("resource");
    boolean service = backend.has("service");
    if (resource && service) {
      backend.invalid("", "cannot set both resource and service backends");
    } else if (resource) {
      reference(backend.get("resource"));
    } else if (service) {
      Field name = backend.get("service.name");
      if (name.isGiven()) {
        name.matches(Formats::dns1035Label);
      }
      servicePort(backend);
    } else {
      backend.invalid("", "resource or service backend is required");
    }
  }

  private static void servicePort(Field backend) {
    Field name = backend.get("service.port.name");
    Field number = backend.get("service.port.number");
    boolean numbered = number.number() != 0;
    if (!name.isEmpty() && numbered) {
      backend.invalid("", "cannot set both port name & port number");
    } else if (!name.isEmpty()) {
      name.matches(Formats::portName);
    } else if (numbered) {
      number.between(1, 65535);
    } else {
      backend.required("port name or number is required");
    }
  }

  private static void reference(Field reference) {
    if (reference.has("apiGroup")) {
      reference.get("apiGroup").matches(Formats::dnsSubdomain);
    }
    for (String part : List.of("kind", "name")) {
      if (reference.get(part).isGiven()) {
        reference.get(part).matches(Formats::pathSegment);
      }
    }
  }

  static void statusStep(Field ingress, ObjectNode before) {
    List<String> known = LoadBalancerRules.known(before);
    for (Field entry : ingress.get("status.loadBalancer.ingress").items()) {
      LoadBalancerRules.address(entry.get("ip"), known);
      LoadBalancerRules.hostname(entry.get("hostname"));
    }
  }

  static void warnings(ObjectNode ingress, List<String> warnings) {
    if (ingress.at("/metadata/annotations").has(CLASS)
        && !ingress.path("spec").has("ingressClassName")) {
      warnings.add(
          "annotation \"" + CLASS + "\" is deprecated, please use 'spec.ingressClassName' instead");
    }
  }

  static void classDefaults(ObjectNode ingressClass) {
    Meta.child(ingressClass, "spec");
    if (ingressClass.at("/spec/parameters") instanceof ObjectNode parameters) {
      Meta.setDefault(parameters, "scope", "Cluster");
    }
  }

  static void ingressClass(Field ingressClass) {
    Field controller = ingressClass.get("spec.controller");
    if (controller.text().length() > MAX_CONTROLLER_LENGTH) {
      controller.tooLong(MAX_CONTROLLER_LENGTH);
    }
    Formats.domainPrefixedPath(controller);
    Field parameters = ingressClass.get("spec.parameters");
    if (!parameters.isSet()) {
      return;
    }
    reference(parameters);
    Field namespace = parameters.get("namespace");
    switch (parameters.text("scope")) {
      case "Namespace" -> {
        if (!namespace.isSet()) {
          namespace.required("`parameters.scope` is set to 'Namespace'");
        } else {
          namespace.matches(Formats::dnsLabel);
        }
      }
      case "Cluster" -> {
        if (namespace.isSet()) {
          namespace.forbidden("`parameters.scope` is set to 'Cluster'");
        }
      }
      default -> parameters.get("scope").unsupported("Cluster", "Namespace");
    }
  }

  static void classStep(Field ingressClass, ObjectNode before) {
    ingressClass.get("spec.controller").unchangedFrom(before.at("/spec/controller"));
  }
}
