package io.coxswain.apiserver.kinds.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.apiserver.kinds.Meta;
import java.util.ArrayList;
import java.util.List;
import org.bouncycastle.asn1.x500.RDN;
import org.bouncycastle.asn1.x500.style.BCStyle;

/** Looks into certificate requests. */
public final class CertificateRequests {
  private CertificateRequests() {}

  /** The organizations of the subject, which are the groups of the user to be. */
  public static List<String> organizations(JsonNode request) {
    var names = new ArrayList<String>();
    var parsed = RequestRules.parse(Meta.text(request, "/spec/request"));
    if (parsed != null) {
      for (RDN name : parsed.getSubject().getRDNs(BCStyle.O)) {
        names.add(name.getFirst().getValue().toString());
      }
    }
    return names;
  }
}
