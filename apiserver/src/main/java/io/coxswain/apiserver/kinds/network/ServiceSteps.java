package io.coxswain.apiserver.kinds.network;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.FieldError;
import io.coxswain.apiserver.rules.Field;
import java.util.List;

/** The rules for updates of a service. */
final class ServiceSteps {
  private static final String FIXED = "may not change once set";

  private ServiceSteps() {}

  static void validate(ObjectNode service, ObjectNode before, List<FieldError> errors) {
    Field spec = Field.of(service, errors).get("spec");
    var its = ServiceSpec.of(service);
    var old = ServiceSpec.of(before);
    if (!its.isExternalName() && !old.isExternalName()) {
      addresses(spec, its, old);
      families(spec, its, old);
    }
    Field name = spec.get("loadBalancerClass");
    if (its.isLoadBalancer() && old.isLoadBalancer() && !its.same(old, "loadBalancerClass")) {
      name.invalid(FIXED);
    }
    if (its.needsHealthCheck()
        && old.needsHealthCheck()
        && its.healthCheckPort() != old.healthCheckPort()) {
      spec.get("healthCheckNodePort").forbidden("field is immutable");
    }
  }

  private static void addresses(Field spec, ServiceSpec its, ServiceSpec old) {
    if (its.isHeadless() && old.isHeadless()) {
      return;
    }
    Field all = spec.get("clusterIPs");
    List<String> now = its.clusterIps();
    List<String> was = old.clusterIps();
    if (now.size() == was.size()) {
      for (int i = 0; i < now.size(); i++) {
        if (!now.get(i).equals(was.get(i))) {
          all.at(all.path() + "[" + i + "]").invalid(FIXED);
        }
      }
      return;
    }
    Field first = all.at(all.path() + "[0]");
    if (now.isEmpty()) {
      first.invalid("primary clusterIP can not be unset");
    } else if (!was.isEmpty() && !now.getFirst().equals(was.getFirst())) {
      first.invalid(FIXED);
    }
    if (was.size() > 1 && now.size() == 1 && !its.policy().equals("SingleStack")) {
      spec.get("ipFamilyPolicy")
          .invalid("must be set to 'SingleStack' when releasing the secondary clusterIP");
    }
  }

  private static void families(Field spec, ServiceSpec its, ServiceSpec old) {
    if (its.isHeadless() || old.isHeadless()) {
      return;
    }
    List<String> now = its.families();
    List<String> was = old.families();
    Field first = spec.get("ipFamilies").at("spec.ipFamilies[0]");
    if (now.size() == was.size()) {
      for (int i = 0; i < now.size(); i++) {
        if (!now.get(i).equals(was.get(i))) {
          first.invalid(FIXED);
        }
      }
    } else if (!now.isEmpty() && !was.isEmpty() && !now.getFirst().equals(was.getFirst())) {
      first.with(its.json().path("clusterIPs")).invalid(FIXED);
    }
    if (was.size() > 1 && now.size() == 1 && !its.policy().equals("SingleStack")) {
      spec.get("ipFamilyPolicy")
          .invalid("must be set to 'SingleStack' when releasing the secondary ipFamily");
    }
  }
}
