package io.coxswain.apiserver.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.evidence.Attack;
import java.math.BigInteger;
import java.security.KeyPairGenerator;
import java.security.cert.X509Certificate;
import java.util.Date;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.cert.jcajce.JcaX509CertificateConverter;
import org.bouncycastle.cert.jcajce.JcaX509v3CertificateBuilder;
import org.bouncycastle.operator.jcajce.JcaContentSignerBuilder;
import org.junit.jupiter.api.Test;

final class ClientCertificateAuthenticatorTest {

  private static X509Certificate certificate(String subject) throws Exception {
    var keys = KeyPairGenerator.getInstance("EC").generateKeyPair();
    var name = new X500Name(subject);
    return new JcaX509CertificateConverter()
        .getCertificate(
            new JcaX509v3CertificateBuilder(
                    name, BigInteger.ONE, new Date(0), new Date(1000), name, keys.getPublic())
                .build(new JcaContentSignerBuilder("SHA256withECDSA").build(keys.getPrivate())));
  }

  @Test
  @Attack("a certificate with two common names, of which only the last was approved")
  void takesTheCommonNameThatApproversLookAt() throws Exception {
    var user =
        ClientCertificateAuthenticator.of(
            certificate("CN=system:admin,O=system:nodes,CN=system:node:n1"));

    assertThat(user.name()).isEqualTo("system:node:n1");
  }

  @Test
  void readsEachValueOfTheSubjectAsItIs() throws Exception {
    var user = ClientCertificateAuthenticator.of(certificate("O=a+O=b,O=c\\,d,CN=x\\+y"));

    assertThat(user.name()).isEqualTo("x+y");
    assertThat(user.groups()).containsExactlyInAnyOrder("a", "b", "c,d", "system:authenticated");
  }
}
