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
import org.bouncycastle.asn1.ASN1ObjectIdentifier;
import org.bouncycastle.asn1.ASN1String;
import org.bouncycastle.asn1.x500.AttributeTypeAndValue;
import org.bouncycastle.asn1.x500.RDN;
import org.bouncycastle.asn1.x500.X500Name;
import org.bouncycastle.asn1.x500.style.BCStyle;
import org.bouncycastle.asn1.x500.style.IETFUtils;

/** Authenticates clients by their certificates. */
final class ClientCertificateAuthenticator {
  private static final int MAX_KNOWN = 1000;

  /** Cached because parsing a subject takes as long as parsing a small request. */
  private static final Map<X509Certificate, User> KNOWN = new ConcurrentHashMap<>();

  private ClientCertificateAuthenticator() {}

  /** The user of the client's certificate; anonymous without a certificate. */
  static User of(PeerInfo peer) {
    Optional<Certificate[]> certificates = peer.tlsCertificates();
    if (certificates.isPresent()
        && certificates.get().length > 0
        && certificates.get()[0] instanceof X509Certificate certificate) {
      User known = KNOWN.get(certificate);
      if (known == null) {
        known = of(certificate);
        if (KNOWN.size() >= MAX_KNOWN) {
          KNOWN.clear();
        }
        KNOWN.put(certificate, known);
      }
      return known;
    }
    return User.ANONYMOUS;
  }

  /**
   * The name and groups of a certificate's subject. Of several common names the last one counts, as
   * it does for approvers and signers of requests: a certificate must not authenticate a user other
   * than the one it was approved for.
   */
  static User of(X509Certificate certificate) {
    var subject = X500Name.getInstance(certificate.getSubjectX500Principal().getEncoded());
    List<String> names = values(subject, BCStyle.CN);
    if (names.isEmpty()) {
      return User.ANONYMOUS;
    }
    var groups = new ArrayList<>(values(subject, BCStyle.O));
    groups.add(User.AUTHENTICATED);
    var extra = new TreeMap<String, List<String>>();
    extra.put("authentication.kubernetes.io/credential-id", List.of(credentialId(certificate)));
    return new User(names.getLast(), "", groups, extra);
  }

  private static List<String> values(X500Name subject, ASN1ObjectIdentifier type) {
    var values = new ArrayList<String>();
    for (RDN rdn : subject.getRDNs()) {
      for (AttributeTypeAndValue part : rdn.getTypesAndValues()) {
        if (part.getType().equals(type)) {
          values.add(
              part.getValue() instanceof ASN1String text
                  ? text.getString()
                  : IETFUtils.valueToString(part.getValue()));
        }
      }
    }
    return values;
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
