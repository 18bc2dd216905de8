package io.coxswain.apiserver.http;

import io.coxswain.apiserver.auth.User;
import io.helidon.http.HeaderNames;
import io.helidon.webserver.http.ServerRequest;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.Optional;
import org.bouncycastle.asn1.x500.RDN;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x500.style.BCStyle;
import org.bouncycastle.asn1.x500.style.IETFUtils;

/** Finds out who calls: by client certificate, else by bearer token, else nobody known. */
final class Callers {
  private static final String BEARER = "Bearer ";

  private final String token;
  private final User tokenUser;

  Callers(String token, User tokenUser) {
    this.token = token;
    this.tokenUser = tokenUser;
  }

  /** The caller; empty when it shows a token that is not known. */
  Optional<User> of(ServerRequest request) {
    Optional<Certificate[]> certificates = request.remotePeer().tlsCertificates();
    if (certificates.isPresent()
        && certificates.get().length > 0
        && certificates.get()[0] instanceof X509Certificate certificate) {
      return Optional.of(of(certificate));
    }
    Optional<String> header = request.headers().value(HeaderNames.AUTHORIZATION);
    if (header.isEmpty() || !header.get().startsWith(BEARER)) {
      return Optional.of(User.ANONYMOUS);
    }
    boolean known =
        MessageDigest.isEqual(
            header.get().substring(BEARER.length()).getBytes(StandardCharsets.UTF_8),
            token.getBytes(StandardCharsets.UTF_8));
    return known ? Optional.of(tokenUser) : Optional.empty();
  }

  /** The name and groups of a certificate's subject. */
  private static User of(X509Certificate certificate) {
    var subject = X500Name.getInstance(certificate.getSubjectX500Principal().getEncoded());
    var groups = new ArrayList<String>();
    for (RDN rdn : subject.getRDNs(BCStyle.O)) {
      groups.add(IETFUtils.valueToString(rdn.getFirst().getValue()));
    }
    groups.add("system:authenticated");
    RDN[] names = subject.getRDNs(BCStyle.CN);
    String name = names.length == 0 ? "" : IETFUtils.valueToString(names[0].getFirst().getValue());
    return new User(name, groups);
  }
}
