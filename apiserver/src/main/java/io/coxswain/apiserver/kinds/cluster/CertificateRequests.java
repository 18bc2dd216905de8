package io.coxswain.apiserver.kinds.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.apiserver.json.Meta;
import java.util.ArrayList;
import java.util.List;
import org.bouncycastle.asn1.ASN1ObjectIdentifier;
import org.bouncycastle.asn1.x500.AttributeTypeAndValue;
import org.bouncycastle.asn1.x500.RDN;
import org.bouncycastle.asn1.x500.style.BCStyle;

/** Parses certificate requests. */
public final class CertificateRequests {
  private CertificateRequests() {}

  /** The organizations of the subject, which become the groups of the user. */
  public static List<String> organizations(JsonNode request) {
    return subject(request, BCStyle.O);
  }

  /** The common name of the subject, which becomes the user name; empty if there is none. */
  public static String commonName(JsonNode request) {
    List<String> names = subject(request, BCStyle.CN);
    return names.isEmpty() ? "" : names.getLast();
  }

  /** Considers every value of an RDN, because an RDN may have several. */
  private static List<String> subject(JsonNode request, ASN1ObjectIdentifier type) {
    var values = new ArrayList<String>();
    var parsed = RequestRules.parse(Meta.text(request, "/spec/request"));
    if (parsed != null) {
      for (RDN name : parsed.getSubject().getRDNs()) {
        for (AttributeTypeAndValue part : name.getTypesAndValues()) {
          if (part.getType().equals(type)) {
            values.add(part.getValue().toString());
          }
        }
      }
    }
    return values;
  }
}
