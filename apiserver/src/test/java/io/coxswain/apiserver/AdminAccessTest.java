package io.coxswain.apiserver;

import static io.coxswain.apiserver.TestingServer.json;
import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.env.ApiResponse;
import io.coxswain.evidence.Attack;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Administrators' access to devices. The expected texts are those of kube-apiserver v1.35.8. */
final class AdminAccessTest {
  private static final String NEEDS_LABEL =
      "Forbidden: admin access to devices requires the `resource.kubernetes.io/admin-access: true`"
          + " label on the containing namespace";
  private static final String REQUESTS =
      "{'devices':{'requests':[{'name':'y','exactly':{'deviceClassName':'c'}},"
          + "{'name':'x','exactly':{'deviceClassName':'c','adminAccess':%s}}]}}";

  private final TestingServer server = new TestingServer();

  @BeforeEach
  void createNamespaces() {
    namespace("labelled", "true");
    namespace("unlabelled", "false");
  }

  private void namespace(String name, String access) {
    server.post(
        "/api/v1/namespaces",
        "{'metadata':{'name':'%s','labels':{'resource.kubernetes.io/admin-access':'%s'}}}"
            .formatted(name, access));
  }

  private static String claims(String namespace) {
    return "/apis/resource.k8s.io/v1/namespaces/" + namespace + "/resourceclaims";
  }

  private ApiResponse claim(String namespace, String name, boolean access) {
    return server.post(
        claims(namespace),
        "{'metadata':{'name':'%s'},'spec':%s}".formatted(name, REQUESTS.formatted(access)));
  }

  private ApiResponse template(String namespace) {
    return server.post(
        "/apis/resource.k8s.io/v1/namespaces/" + namespace + "/resourceclaimtemplates",
        "{'metadata':{'name':'t'},'spec':{'spec':%s}}".formatted(REQUESTS.formatted(true)));
  }

  private ApiResponse allocate(String namespace, boolean access) {
    return server.patch(
        claims(namespace) + "/c/status",
        "application/merge-patch+json",
        "{'status':{'allocation':{'devices':{'results':[{'request':'x','driver':'d.io','pool':'p',"
            + "'device':'v','adminAccess':%s}]}}}}".formatted(access));
  }

  private static String message(ApiResponse response) {
    return json(response).path("message").asText();
  }

  @ParameterizedTest
  @ValueSource(strings = {"default", "unlabelled"})
  @Attack("admin access to devices of others, from a namespace without the label")
  void claimsAndTemplatesNeedTheLabelOfTheirNamespace(String namespace) {
    String problem = "spec.devices.requests[1].adminAccess: " + NEEDS_LABEL;

    assertThat(message(claim(namespace, "c", true)))
        .isEqualTo("ResourceClaim.resource.k8s.io \"c\" is invalid: " + problem);
    assertThat(message(template(namespace)))
        .isEqualTo("ResourceClaimTemplate.resource.k8s.io \"t\" is invalid: " + problem);
    assertThat(claim(namespace, "c", false).status()).isEqualTo(201);
  }

  @Test
  void theLabelIsReportedBeforeOtherProblems() {
    assertThat(message(claim("default", "C", true)))
        .startsWith(
            "ResourceClaim.resource.k8s.io \"C\" is invalid: [spec.devices.requests[1].adminAccess:"
                + " "
                + NEEDS_LABEL
                + ", metadata.name: Invalid value: \"C\": ");
  }

  @Test
  void theLabelledNamespaceMayUseIt() {
    assertThat(claim("labelled", "c", true).status()).isEqualTo(201);
    assertThat(template("labelled").status()).isEqualTo(201);
    assertThat(allocate("labelled", true).status()).isEqualTo(200);
  }

  @Test
  @Attack("an allocation with admin access, from a namespace without the label")
  void allocationsNeedTheLabelUntilTheyAreGranted() {
    claim("unlabelled", "c", false);

    ApiResponse denied = allocate("unlabelled", true);
    namespace("granted", "true");
    claim("granted", "c", false);
    allocate("granted", true);
    server.patch(
        "/api/v1/namespaces/granted",
        "application/merge-patch+json",
        "{'metadata':{'labels':{'resource.kubernetes.io/admin-access':null}}}");
    ApiResponse kept = allocate("granted", true);

    assertThat(message(denied))
        .isEqualTo(
            "ResourceClaim.resource.k8s.io \"c\" is invalid:"
                + " status.allocation.devices.results[0].adminAccess: "
                + NEEDS_LABEL);
    assertThat(kept.status()).isEqualTo(200);
  }

  @Test
  void fieldsOfDisabledFeaturesAreDropped() {
    ApiResponse slice =
        server.post(
            "/apis/resource.k8s.io/v1/resourceslices",
            "{'metadata':{'name':'s'},'spec':{'driver':'d.io','nodeName':'n','pool':{'name':'p',"
                + "'generation':1,'resourceSliceCount':1},'devices':[{'name':'v','taints':[{'key':'a',"
                + "'effect':'NoExecute'}],'capacity':{'m':{'value':'1','requestPolicy':{'default':'1'}}}}]}}");
    ApiResponse claim =
        server.post(
            claims("default"),
            "{'metadata':{'name':'c'},'spec':{'devices':{'requests':[{'name':'x','exactly':{"
                + "'deviceClassName':'c','tolerations':[{'key':'a','operator':'Exists'}]}}]}}}");

    assertThat(json(slice).at("/spec/devices"))
        .hasToString("[{\"name\":\"v\",\"capacity\":{\"m\":{\"value\":\"1\"}}}]");
    assertThat(json(claim).at("/spec/devices/requests/0/exactly"))
        .hasToString("{\"deviceClassName\":\"c\",\"allocationMode\":\"ExactCount\",\"count\":1}");
  }
}
