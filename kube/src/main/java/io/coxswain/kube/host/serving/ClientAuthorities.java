package io.coxswain.kube.host.serving;

import io.coxswain.env.Clock;
import java.security.GeneralSecurityException;
import java.security.cert.CertPathBuilder;
import java.security.cert.CertStore;
import java.security.cert.CollectionCertStoreParameters;
import java.security.cert.PKIXBuilderParameters;
import java.security.cert.TrustAnchor;
import java.security.cert.X509CertSelector;
import java.security.cert.X509Certificate;
import java.util.Date;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** A bundle of CAs for client certificates. */
final class ClientAuthorities {
  private static final List<String> CLIENT_USE = List.of("1.3.6.1.5.5.7.3.2", "2.5.29.37.0");

  private final Set<TrustAnchor> anchors = new LinkedHashSet<>();
  private final Clock clock;

  ClientAuthorities(List<X509Certificate> authorities, Clock clock) {
    authorities.forEach(each -> anchors.add(new TrustAnchor(each, null)));
    this.clock = clock;
  }

  boolean isEmpty() {
    return anchors.isEmpty();
  }

  /**
   * Whether the first of the certificates is currently a valid client certificate of one of the
   * CAs.
   */
  boolean vouchFor(List<X509Certificate> chain) {
    if (anchors.isEmpty() || chain.isEmpty()) {
      return false;
    }
    try {
      X509Certificate leaf = chain.getFirst();
      List<String> uses = leaf.getExtendedKeyUsage();
      if (uses != null && uses.stream().noneMatch(CLIENT_USE::contains)) {
        return false;
      }
      var wanted = new X509CertSelector();
      wanted.setCertificate(leaf);
      var how = new PKIXBuilderParameters(anchors, wanted);
      how.addCertStore(
          CertStore.getInstance("Collection", new CollectionCertStoreParameters(chain)));
      how.setRevocationEnabled(false);
      how.setDate(new Date(clock.now().toEpochMilli()));
      return !CertPathBuilder.getInstance("PKIX").build(how).getCertPath().getType().isEmpty();
    } catch (GeneralSecurityException e) {
      return false;
    }
  }
}
