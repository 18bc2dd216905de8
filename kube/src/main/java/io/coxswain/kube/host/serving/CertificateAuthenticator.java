package io.coxswain.kube.host.serving;

import io.coxswain.env.Clock;
import io.coxswain.runtime.access.User;
import io.coxswain.runtime.http.Request;
import io.prometheus.metrics.core.metrics.Histogram;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import javax.naming.InvalidNameException;
import javax.naming.ldap.LdapName;
import javax.naming.ldap.Rdn;

/**
 * Authenticates by client certificate: the user is the common name, groups are the organizations.
 */
final class CertificateAuthenticator implements Authenticator {
  private final Supplier<ClientAuthorities> authorities;
  private final Clock clock;
  private final Histogram remaining;

  CertificateAuthenticator(
      Supplier<ClientAuthorities> authorities, Clock clock, Histogram remaining) {
    this.authorities = authorities;
    this.clock = clock;
    this.remaining = remaining;
  }

  @Override
  public Optional<User> authenticate(Request request) throws InvalidCredentials {
    if (request.clientChain().isEmpty() || authorities.get().isEmpty()) {
      return Optional.empty();
    }
    X509Certificate leaf = request.clientChain().getFirst();
    if (!authorities.get().vouchFor(request.clientChain())) {
      throw new InvalidCredentials(
          "verifying certificate: signed by unknown authority or not for clients");
    }
    remaining.observe(
        Duration.between(clock.now(), leaf.getNotAfter().toInstant()).toMillis() / 1e3);
    String name = first(leaf, "CN");
    return name.isEmpty()
        ? Optional.empty()
        : Optional.of(new User(name, "", all(leaf, "O"), Collections.emptySortedMap()));
  }

  static String first(X509Certificate certificate, String type) {
    return all(certificate, type).stream().findFirst().orElse("");
  }

  private static List<String> all(X509Certificate certificate, String type) {
    var found = new ArrayList<String>();
    try {
      for (Rdn rdn : new LdapName(certificate.getSubjectX500Principal().getName()).getRdns()) {
        if (rdn.getType().equalsIgnoreCase(type)) {
          found.add(String.valueOf(rdn.getValue()));
        }
      }
    } catch (InvalidNameException e) {
      return List.of();
    }
    return found;
  }
}
