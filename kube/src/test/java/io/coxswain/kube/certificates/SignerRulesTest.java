package io.coxswain.kube.certificates;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.List;
import org.bouncycastle.asn1.x509.GeneralName;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class SignerRulesTest {
  private static final List<String> CLIENT = List.of("digital signature", "client auth");
  private static final List<String> SERVER =
      List.of("digital signature", "key encipherment", "server auth");
  private static final GeneralName DNS = new GeneralName(GeneralName.dNSName, "n");
  private static final GeneralName MAIL = new GeneralName(GeneralName.rfc822Name, "a@b");

  private static @Nullable String objection(
      String signer, String subject, List<String> usages, GeneralName... names) {
    try {
      return SignerRules.objection(signer, Request.parse(TestKeys.request(subject, names)), usages);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void certifiesKubeletsAsClients() {
    String signer = SigningOptions.KUBELET_CLIENT;
    String node = "O=system:nodes,CN=system:node:n";
    assertThat(objection(signer, node, CLIENT)).isNull();
    assertThat(
            objection(
                signer, node, List.of("client auth", "digital signature", "key encipherment")))
        .isNull();
    assertThat(objection(signer, "O=other,CN=system:node:n", CLIENT))
        .isEqualTo("subject organization is not system:nodes");
    assertThat(objection(signer, "O=system:nodes,O=more,CN=system:node:n", CLIENT))
        .isEqualTo("subject organization is not system:nodes");
    assertThat(objection(signer, "O=system:nodes,CN=n", CLIENT))
        .isEqualTo("subject common name does not begin with system:node:");
    assertThat(objection(signer, node, CLIENT, DNS))
        .isEqualTo("DNS subjectAltNames are not allowed");
    assertThat(objection(signer, node, SERVER))
        .isEqualTo("usages did not match [client auth digital signature key encipherment]");
  }

  @Test
  void certifiesKubeletsAsServers() {
    String signer = SigningOptions.KUBELET_SERVING;
    String node = "O=system:nodes,CN=system:node:n";
    assertThat(objection(signer, node, SERVER, DNS)).isNull();
    assertThat(objection(signer, node, SERVER)).isEqualTo("DNS or IP subjectAltName is required");
    assertThat(objection(signer, node, SERVER, DNS, MAIL))
        .isEqualTo("Email subjectAltNames are not allowed");
    assertThat(objection(signer, node, CLIENT, DNS))
        .isEqualTo("usages did not match [digital signature key encipherment server auth]");
  }

  @Test
  void certifiesAnyClientButForNothingElse() {
    String signer = SigningOptions.API_SERVER_CLIENT;
    assertThat(objection(signer, "CN=anybody", CLIENT)).isNull();
    assertThat(objection(signer, "CN=anybody", List.of("digital signature")))
        .isEqualTo("missing required usage for client certificate: client auth");
    assertThat(objection(signer, "CN=anybody", SERVER))
        .isEqualTo("invalid usage for client certificate: server auth");
    assertThat(objection(SigningOptions.LEGACY_UNKNOWN, "CN=x", List.of("any"))).isNull();
  }
}
