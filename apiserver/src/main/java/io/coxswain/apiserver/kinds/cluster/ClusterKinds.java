package io.coxswain.apiserver.kinds.cluster;

import static io.coxswain.apiserver.kinds.KindBuilder.cluster;
import static io.coxswain.apiserver.kinds.KindBuilder.namespaced;

import io.coxswain.apiserver.kinds.Generation;
import io.coxswain.apiserver.kinds.KindBuilder;
import io.coxswain.apiserver.kinds.MetadataChecks;
import io.coxswain.apiserver.kinds.NameRule;
import io.coxswain.apiserver.kinds.RuledStrategy;
import io.coxswain.apiserver.spi.ApiFeatures;
import java.util.ArrayList;
import java.util.List;

/** The table of these kinds. */
public final class ClusterKinds {
  private static final String FLOWS = "flowcontrol.apiserver.k8s.io";

  private static final String CERTIFICATES = "certificates.k8s.io";

  private ClusterKinds() {}

  /** The kinds that are served only on request: each needs its version and its feature gate. */
  public static List<KindBuilder> optional(ApiFeatures features) {
    var all = new ArrayList<KindBuilder>();
    boolean certificates = features.serves(CERTIFICATES + "/v1beta1");
    if (certificates && features.has(ApiFeatures.CLUSTER_TRUST_BUNDLE)) {
      all.add(
          cluster(CERTIFICATES, "v1beta1", "ClusterTrustBundle", "clustertrustbundles")
              .names(NameRule.ANY)
              .updatedOnlyAtRevision()
              .strategy(new TrustBundleStrategy()));
    }
    if (certificates && features.has(ApiFeatures.POD_CERTIFICATE_REQUEST)) {
      all.add(
          namespaced(CERTIFICATES, "v1beta1", "PodCertificateRequest", "podcertificaterequests")
              .status()
              .updatedOnlyAtRevision()
              .strategy(new PodCertificateStrategy()));
    }
    if (features.serves("internal.apiserver.k8s.io/v1alpha1")
        && features.has(ApiFeatures.STORAGE_VERSION_API)) {
      all.add(
          cluster("internal.apiserver.k8s.io", "v1alpha1", "StorageVersion", "storageversions")
              .status()
              .names(NameRule.ANY)
              .updatedOnlyAtRevision()
              .metadataChecks(MetadataChecks.CHANGES)
              .unownedByStatus("spec", "metadata")
              .strategy(
                  RuledStrategy.of(StorageVersionRules::defaults)
                      .rules(StorageVersionRules::version)
                      .stepsOnly((version, before) -> {})
                      .statusSteps((version, before) -> StorageVersionRules.status(version))));
    }
    if (features.serves("storagemigration.k8s.io/v1beta1")
        && features.has(ApiFeatures.STORAGE_VERSION_MIGRATOR)) {
      all.add(
          cluster(
                  "storagemigration.k8s.io",
                  "v1beta1",
                  "StorageVersionMigration",
                  "storageversionmigrations")
              .status()
              .updatedOnlyAtRevision()
              .unownedByStatus("spec", "metadata")
              .strategy(
                  RuledStrategy.of(StorageMigrationRules::defaults)
                      .rules(StorageMigrationRules::migration)
                      .steps(StorageMigrationRules::step)
                      .statusSteps(StorageMigrationRules::statusStep)));
    }
    return all;
  }

  public static List<KindBuilder> all() {
    return List.of(
        cluster("apiregistration.k8s.io", "v1", "APIService", "apiservices")
            .categories(List.of("api-extensions"))
            .status()
            .names(NameRule.PATH_SEGMENT)
            .updatedOnlyAtRevision()
            .strategy(
                RuledStrategy.of(ApiServiceRules::defaults)
                    .creation(ApiServiceRules::availableIfLocal)
                    .rules(ApiServiceRules::service)
                    .statusSteps((service, before) -> ApiServiceRules.status(service))),
        cluster("", "v1", "ComponentStatus", "componentstatuses")
            .shortNames("cs")
            .verbs("get", "list")
            .deprecated("v1 ComponentStatus is deprecated in v1.19+"),
        namespaced("", "v1", "ConfigMap", "configmaps")
            .shortNames("cm")
            .strategy(
                RuledStrategy.of(map -> {})
                    .rules(DataRules::configMap)
                    .stepsFirst(DataRules::frozen)),
        namespaced("", "v1", "Event", "events")
            .shortNames("ev")
            .names(NameRule.PATH_SEGMENT)
            .createdByPut()
            .metadataChecks(MetadataChecks.NEITHER.onlyIfOtherwiseValid())
            .strategy(EventStrategy.core()),
        namespaced("events.k8s.io", "v1", "Event", "events")
            .shortNames("ev")
            .createdByPut()
            .storedAs("events", new EventStrategy.Renaming())
            .metadataChecks(MetadataChecks.NEITHER)
            .strategy(EventStrategy.grouped()),
        namespaced("", "v1", "LimitRange", "limitranges")
            .shortNames("limits")
            .createdByPut()
            .metadataChecks(MetadataChecks.WHOLE)
            .strategy(RuledStrategy.of(LimitRules::defaults).rules(LimitRules::range)),
        cluster("", "v1", "Namespace", "namespaces")
            .shortNames("ns")
            .verbs("create", "delete", "get", "list", "patch", "update", "watch")
            .subresource("finalize", "v1", "Namespace", "update")
            .status()
            .names(NameRule.LABEL)
            .returnedByDelete()
            .strategy(new NamespaceStrategy()),
        cluster("", "v1", "Node", "nodes")
            .shortNames("no")
            .subresource(
                "proxy", "v1", "NodeProxyOptions", "create", "delete", "get", "patch", "update")
            .status()
            .strategy(new NodeStrategy()),
        namespaced("", "v1", "ResourceQuota", "resourcequotas")
            .shortNames("quota")
            .status()
            .returnedByDelete()
            .metadataChecks(MetadataChecks.CHANGES)
            .strategy(
                RuledStrategy.of(QuotaRules::defaults)
                    .rules(QuotaRules::quota)
                    .steps(QuotaRules::step)
                    .statusSteps(QuotaRules::statusStep)),
        namespaced("", "v1", "Secret", "secrets").strategy(new SecretStrategy()),
        namespaced("", "v1", "ServiceAccount", "serviceaccounts")
            .shortNames("sa")
            .subresource("token", "authentication.k8s.io/v1", "TokenRequest", "create")
            .returnedByDelete()
            .strategy(new ServiceAccountStrategy()),
        cluster("scheduling.k8s.io", "v1", "PriorityClass", "priorityclasses")
            .shortNames("pc")
            .generation(Generation.FIXED)
            .metadataChecks(MetadataChecks.CHANGES)
            .strategy(
                RuledStrategy.of(ClassRules::priorityDefaults)
                    .rules(ClassRules::priority)
                    .stepsOnly(ClassRules::priorityStep)),
        cluster("node.k8s.io", "v1", "RuntimeClass", "runtimeclasses")
            .createdByPut()
            .updatedOnlyAtRevision()
            .strategy(
                RuledStrategy.of(object -> {})
                    .rules(ClassRules::runtime)
                    .steps(ClassRules::runtimeStep)),
        cluster(
                "certificates.k8s.io",
                "v1",
                "CertificateSigningRequest",
                "certificatesigningrequests")
            .shortNames("csr")
            .subresource(
                "approval",
                "certificates.k8s.io/v1",
                "CertificateSigningRequest",
                "get",
                "patch",
                "update")
            .status()
            .names(NameRule.ANY)
            .unownedByObject("spec", "status")
            .unownedByStatus("spec", "status.conditions")
            .strategy(new CertificateRequestStrategy()),
        cluster(FLOWS, "v1", "FlowSchema", "flowschemas")
            .status()
            .generation(Generation.SPEC)
            .metadataChecks(MetadataChecks.WHOLE)
            .unownedByStatus("spec", "metadata")
            .strategy(
                RuledStrategy.of(FlowRules::defaults)
                    .rules(FlowRules::schema)
                    .statusSteps((schema, before) -> FlowRules.status(schema))),
        cluster(FLOWS, "v1", "PriorityLevelConfiguration", "prioritylevelconfigurations")
            .status()
            .generation(Generation.SPEC)
            .metadataChecks(MetadataChecks.WHOLE)
            .unownedByStatus("spec", "metadata")
            .strategy(
                RuledStrategy.of(PriorityLevelRules::defaults)
                    .rules(PriorityLevelRules::level)
                    .statusSteps((level, before) -> FlowRules.status(level))));
  }
}
