package io.coxswain.apiserver.http;

import io.coxswain.apiserver.auth.User;
import io.helidon.common.socket.PeerInfo;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.cert.Certificate;
import java.security.cert.X509Certificate;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.bouncycastle.asn1.x500.RDN;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x500.style.BCStyle;
import org.bouncycastle.asn1.x500.style.IETFUtils;

/** Finds out by its client certificate who calls. */
final class Callers {
  private static final int MOST_KNOWN = 1000;

  /** Reading a subject takes as long as reading a small request. */
  private static final Map<X509Certificate, User> KNOWN = new ConcurrentHashMap<>();

  private Callers() {}

  /** The subject of the caller's certificate; nobody known when it shows none. */
  static User of(PeerInfo peer) {
    Optional<Certificate[]> certificates = peer.tlsCertificates();
    if (certificates.isPresent()
        && certificates.get().length > 0
        && certificates.get()[0] instanceof X509Certificate certificate) {
      User known = KNOWN.get(certificate);
      if (known == null) {
        known = of(certificate);
        if (KNOWN.size() >= MOST_KNOWN) {
          KNOWN.clear();
        }
        KNOWN.put(certificate, known);
      }
      return known;
    }
    return User.ANONYMOUS;
  }

  /** The name and groups of a certificate's subject. */
  static User of(X509Certificate certificate) {
    var subject = X500Name.getInstance(certificate.getSubjectX500Principal().getEncoded());
    RDN[] names = subject.getRDNs(BCStyle.CN);
    if (names.length == 0) {
      return User.ANONYMOUS;
    }
    var groups = new ArrayList<String>();
    for (RDN rdn : subject.getRDNs(BCStyle.O)) {
      groups.add(IETFUtils.valueToString(rdn.getFirst().getValue()));
    }
    groups.add(User.AUTHENTICATED);
    var extra = new TreeMap<String, List<String>>();
    extra.put("authentication.kubernetes.io/credential-id", List.of(credentialId(certificate)));
    return new User(IETFUtils.valueToString(names[0].getFirst().getValue()), "", groups, extra);
  }

  private static String credentialId(X509Certificate certificate) {
    try {
      byte[] digest = MessageDigest.getInstance("SHA-256").digest(certificate.getEncoded());
      return "X509SHA256=" + HexFormat.of().formatHex(digest);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("a certificate that was verified cannot be encoded", e);
    }
  }
}
