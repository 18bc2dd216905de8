package io.coxswain.kube.retry;

import static io.coxswain.kube.retry.KubeRetryTest.trial;
import static io.coxswain.kube.retry.Steps.all;
import static io.coxswain.kube.retry.Steps.apply;
import static io.coxswain.kube.retry.Steps.delete;

import io.coxswain.kube.bootstrap.BootstrapControllers;
import io.coxswain.kube.certificates.CertificateControllers;
import io.coxswain.kube.certificates.SigningOptions;
import io.coxswain.kube.certificates.TestKeys;
import io.coxswain.kube.legacytokens.LegacyTokenController;
import io.coxswain.kube.legacytokens.LegacyTokenOptions;
import io.coxswain.kube.rootca.RootCaPublisher;
import io.coxswain.kube.tokens.TokenController;
import io.coxswain.kube.tokens.TokenOptions;
import io.coxswain.kube.tokens.TokenSigner;
import io.coxswain.runtime.certificates.Identity;
import io.coxswain.sim.retry.RetryTrial;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicReference;

/** Trials of the controllers of accounts, tokens and certificates. */
final class SecurityTrials {
  private static final String TOKEN =
      """
      apiVersion: v1
      kind: Secret
      metadata: {name: bootstrap-token-%1$s, namespace: kube-system}
      type: bootstrap.kubernetes.io/token
      stringData: {token-id: %1$s, token-secret: 0123456789abcdef, %2$s}
      """;

  private static final String ROBOTS = "/api/v1/namespaces/default/";

  private SecurityTrials() {}

  static List<RetryTrial> of() {
    return List.of(
        accounts(),
        rootCa(),
        signer(),
        tokenCleaner(),
        tokens(),
        legacyTokens(),
        approving(),
        signing(),
        cleaning());
  }

  private static RetryTrial accounts() {
    return trial("serviceaccount-controller")
        .step("create", apply("{apiVersion: v1, kind: Namespace, metadata: {name: work}}"))
        .step("the account is deleted", delete("/api/v1/namespaces/work/serviceaccounts/default"));
  }

  private static RetryTrial rootCa() {
    return trial(
            "root-ca-certificate-publisher-controller",
            manager -> RootCaPublisher.register(manager, "a certificate"))
        .step("create", apply("{apiVersion: v1, kind: Namespace, metadata: {name: work}}"))
        .step(
            "the bundle is edited",
            Steps.patch(
                "/api/v1/namespaces/work/configmaps/kube-root-ca.crt", "{data: {ca.crt: x}}"))
        .step("it is deleted", delete("/api/v1/namespaces/work/configmaps/kube-root-ca.crt"));
  }

  private static RetryTrial signer() {
    return trial("bootstrap-signer-controller", BootstrapControllers::registerSigner)
        .step(
            "create",
            all(
                apply(
                    "{apiVersion: v1, kind: ConfigMap, metadata: {name: cluster-info, namespace:"
                        + " kube-public}, data: {kubeconfig: a config}}"),
                apply(TOKEN.formatted("abcdef", "usage-bootstrap-signing: \"true\""))))
        .step(
            "the token is deleted",
            delete("/api/v1/namespaces/kube-system/secrets/bootstrap-token-abcdef"));
  }

  private static RetryTrial tokenCleaner() {
    return trial("token-cleaner-controller", BootstrapControllers::registerCleaner)
        .step(
            "an expired token",
            apply(TOKEN.formatted("abcdef", "expiration: \"2020-01-01T00:00:00Z\"")));
  }

  private static final String ACCOUNT_TOKEN =
      """
      apiVersion: v1
      kind: Secret
      metadata:
        name: token
        annotations: {kubernetes.io/service-account.name: robot}
      type: kubernetes.io/service-account-token
      """;

  private static final String ACCOUNT =
      "{apiVersion: v1, kind: ServiceAccount, metadata: {name: robot}, secrets: [{name: token}]}";

  private static RetryTrial tokens() {
    var signer = new AtomicReference<TokenSigner>();
    return RetryTrial.of(
            "serviceaccount-token-controller",
            onTrial ->
                KubeRetryTest.simulation(
                        "tokens",
                        onTrial,
                        manager ->
                            TokenController.register(
                                manager,
                                new TokenOptions(
                                    5, Objects.requireNonNull(signer.get()), "a certificate")))
                    .before(
                        world -> signer.set(TokenSigner.of(world.server().serviceAccountKey()))))
        .step("create", all(apply(ACCOUNT), apply(ACCOUNT_TOKEN)))
        .step("the secret is deleted", delete(ROBOTS + "secrets/token"))
        .step(
            "the account is deleted",
            all(apply(ACCOUNT_TOKEN), delete(ROBOTS + "serviceaccounts/robot")));
  }

  private static RetryTrial legacyTokens() {
    return trial(
            "legacy-serviceaccount-token-cleaner-controller",
            manager ->
                LegacyTokenController.register(
                    manager, new LegacyTokenOptions(Duration.ofDays(10))))
        .step("it is not used", Duration.ofDays(13), all(apply(ACCOUNT), apply(ACCOUNT_TOKEN)))
        .step("it was invalid for long", Duration.ofDays(13), world -> {});
  }

  private static String request(String name, String signer, String subject, String more) {
    return """
    apiVersion: certificates.k8s.io/v1
    kind: CertificateSigningRequest
    metadata: {name: %s}
    spec:
      signerName: %s
      request: %s
      usages: [digital signature, key encipherment, client auth]
      username: system:masters
    %s
    """
        .formatted(name, signer, TestKeys.request(subject), more);
  }

  private static final String CLIENT = "kubernetes.io/kube-apiserver-client";

  private static RetryTrial approving() {
    String csr = request("r", CLIENT + "-kubelet", "O=system:nodes,CN=system:node:n1", "");
    return trial("certificatesigningrequest-approving-controller")
        .step("a kubelet asks", apply(csr));
  }

  private static RetryTrial signing() {
    Identity authority = TestKeys.authority(Instant.parse("2036-01-01T00:00:00Z"));
    String csr = request("r", CLIENT, "CN=jo", "");
    return trial(
            "certificatesigningrequest-signing-controller",
            manager ->
                CertificateControllers.registerSigning(
                    manager, SigningOptions.all(() -> authority, SigningOptions.DEFAULT_DURATION)))
        .step(
            "an approved request",
            all(
                apply(csr),
                Steps.patch(
                    "/apis/certificates.k8s.io/v1/certificatesigningrequests/r/approval",
                    "{status: {conditions: [{type: Approved, status: \"True\", reason: Test}]}}")))
        .generated("certificate");
  }

  private static RetryTrial cleaning() {
    String csr = request("r", CLIENT, "CN=jo", "");
    return trial("certificatesigningrequest-cleaner-controller")
        .step("nobody decides", Duration.ofHours(28), apply(csr));
  }
}
