package io.coxswain.apiserver.http;

import io.coxswain.apiserver.ApiServer;
import io.coxswain.apiserver.auth.User;
import io.coxswain.env.Env;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.HexFormat;
import java.util.List;

/** Issues certificates of the server's CA, and the credentials of the administrator. */
final class CredentialIssuer {
  private static final User ADMINISTRATOR =
      new User("kubernetes-admin", List.of("system:masters", "system:authenticated"));

  private final Certificates certificates;
  private final String token;

  /** Makes the server accept a new bearer token of the administrator. */
  CredentialIssuer(Env env, Certificates certificates, ApiServer server) {
    this.certificates = certificates;
    this.token = HexFormat.of().formatHex(env.entropy().bytes(32));
    server.acceptToken(token, ADMINISTRATOR);
  }

  String token() {
    return token;
  }

  /** The CA, in PEM. */
  String authority() throws IOException {
    return Certificates.pem(certificates.authority());
  }

  /** The key of the CA, in PEM. A secret. */
  byte[] authorityKey() throws IOException {
    return certificates.authorityKey();
  }

  /** A server certificate for the name, localhost and the address. */
  HttpsServer.Certified certify(String name, String address) throws IOException {
    try {
      Certificates.Identity made =
          certificates.server(name, List.of(name, "localhost"), List.of(address));
      return new HttpsServer.Certified(
          Certificates.pem(made.certificate()).getBytes(StandardCharsets.US_ASCII),
          Certificates.pem(made.key()).getBytes(StandardCharsets.US_ASCII));
    } catch (GeneralSecurityException e) {
      throw new IOException("cannot make a certificate: " + e.getMessage(), e);
    }
  }

  /** The kubeconfig of the administrator for a server at the URL. */
  byte[] kubeconfig(String url) throws IOException {
    try {
      return Kubeconfig.of(
          url, certificates, certificates.client(ADMINISTRATOR.name(), List.of("system:masters")));
    } catch (GeneralSecurityException e) {
      throw new IOException("cannot make a client certificate: " + e.getMessage(), e);
    }
  }
}
