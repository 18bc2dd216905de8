package io.coxswain.apiserver.kinds.network;

import static io.coxswain.apiserver.kinds.KindBuilder.cluster;
import static io.coxswain.apiserver.kinds.KindBuilder.namespaced;

import io.coxswain.apiserver.json.Meta;
import io.coxswain.apiserver.kinds.Generation;
import io.coxswain.apiserver.kinds.KindBuilder;
import io.coxswain.apiserver.kinds.MetadataChecks;
import io.coxswain.apiserver.kinds.NameRule;
import io.coxswain.apiserver.kinds.RuledStrategy;
import java.util.List;

/** The table of networking kinds. */
public final class NetworkKinds {
  private static final String GROUP = "networking.k8s.io";

  private NetworkKinds() {}

  public static List<KindBuilder> all() {
    return List.of(
        namespaced("", "v1", "Service", "services")
            .shortNames("svc")
            .inAll()
            .subresource(
                "proxy", "v1", "ServiceProxyOptions", "create", "delete", "get", "patch", "update")
            .status()
            .names(NameRule.DNS_1035)
            .createdByPut()
            .returnedByDelete()
            .metadataChecks(MetadataChecks.CHANGES)
            .strategy(new ServiceStrategy()),
        namespaced("", "v1", "Endpoints", "endpoints")
            .shortNames("ep")
            .createdByPut()
            .deprecated(
                "v1 Endpoints is deprecated in v1.33+; use discovery.k8s.io/v1 EndpointSlice")
            .strategy(
                RuledStrategy.of(EndpointRules::defaults)
                    .rules(EndpointRules::endpoints)
                    .stepsOnly(EndpointRules::endpointsStep)
                    .warnings(EndpointRules::warnings)),
        namespaced("discovery.k8s.io", "v1", "EndpointSlice", "endpointslices")
            .generation(Generation.BODY_OR_LABELS)
            .metadataChecks(MetadataChecks.WHOLE)
            .strategy(
                RuledStrategy.of(EndpointRules::sliceDefaults)
                    .rules(EndpointRules::slice)
                    .stepsOnly(EndpointRules::sliceStep)
                    .warnings(EndpointRules::sliceWarnings)),
        cluster(GROUP, "v1", "IngressClass", "ingressclasses")
            .generation(Generation.SPEC)
            .strategy(
                RuledStrategy.of(IngressRules::classDefaults)
                    .rules(IngressRules::ingressClass)
                    .stepsFirst(IngressRules::classStep)),
        namespaced(GROUP, "v1", "Ingress", "ingresses")
            .shortNames("ing")
            .status()
            .generation(Generation.SPEC)
            .strategy(
                RuledStrategy.of(IngressRules::defaults)
                    .rules(IngressRules::created)
                    .stepsOnly((ingress, before) -> IngressRules.spec(ingress))
                    .statusSteps(IngressRules::statusStep)
                    .warnings(IngressRules::warnings)
                    .statusWarnings(LoadBalancerRules::warnings)),
        cluster(GROUP, "v1", "IPAddress", "ipaddresses")
            .shortNames("ip")
            .names(NameRule.IP_ADDRESS)
            .strategy(
                RuledStrategy.of(object -> Meta.child(object, "spec"))
                    .rules(RangeRules::address)
                    .stepsOnly(RangeRules::addressStep)),
        namespaced(GROUP, "v1", "NetworkPolicy", "networkpolicies")
            .shortNames("netpol")
            .generation(Generation.SPEC)
            .strategy(
                RuledStrategy.of(PolicyRules::defaults)
                    .rules(PolicyRules::policy)
                    // upstream validates the new state twice, which is visible in the causes
                    .steps((policy, before) -> PolicyRules.policy(policy))
                    .warnings(PolicyRules::warnings)),
        cluster(GROUP, "v1", "ServiceCIDR", "servicecidrs")
            .status()
            .metadataChecks(MetadataChecks.CHANGES)
            .unownedByStatus()
            .strategy(
                RuledStrategy.of(
                        object -> {
                          Meta.child(object, "spec");
                          Meta.child(object, "status");
                        })
                    .rules(RangeRules::range)
                    .stepsOnly(RangeRules::rangeStep)));
  }
}
