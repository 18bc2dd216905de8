package io.coxswain.kube.certificates;

import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.bouncycastle.asn1.ASN1ObjectIdentifier;
import org.bouncycastle.asn1.x500.RDN;
import org.bouncycastle.asn1.x500.style.BCStyle;
import org.bouncycastle.asn1.x500.style.IETFUtils;
import org.bouncycastle.asn1.x509.Extension;
import org.bouncycastle.asn1.x509.Extensions;
import org.bouncycastle.asn1.x509.GeneralName;
import org.bouncycastle.asn1.x509.GeneralNames;
import org.bouncycastle.pkcs.PKCS10CertificationRequest;
import org.bouncycastle.util.io.pem.PemObject;
import org.bouncycastle.util.io.pem.PemReader;

/**
 * A parsed certificate request.
 *
 * @param names the subjectAltNames of the four supported types: DNS, email, IP, URI
 */
record Request(
    PKCS10CertificationRequest pkcs10,
    List<String> organizations,
    String commonName,
    List<GeneralName> names) {

  /**
   * @param base64 the PEM-encoded request in base64, as in the object
   * @throws IOException if it is not a certificate request
   */
  static Request parse(String base64) throws IOException {
    String pem = new String(Base64.getDecoder().decode(base64), StandardCharsets.US_ASCII);
    PemObject block;
    try (var reader = new PemReader(new StringReader(pem))) {
      block = reader.readPemObject();
    }
    if (block == null || !block.getType().equals("CERTIFICATE REQUEST")) {
      throw new IOException("PEM block type must be CERTIFICATE REQUEST");
    }
    var pkcs10 = new PKCS10CertificationRequest(block.getContent());
    List<String> commonNames = values(pkcs10, BCStyle.CN);
    return new Request(
        pkcs10,
        values(pkcs10, BCStyle.O),
        commonNames.isEmpty() ? "" : commonNames.getLast(),
        names(pkcs10));
  }

  private static List<String> values(PKCS10CertificationRequest request, ASN1ObjectIdentifier of) {
    var values = new ArrayList<String>();
    for (RDN rdn : request.getSubject().getRDNs(of)) {
      for (var part : rdn.getTypesAndValues()) {
        if (part.getType().equals(of)) {
          values.add(IETFUtils.valueToString(part.getValue()).replace("\\", ""));
        }
      }
    }
    return values;
  }

  private static List<GeneralName> names(PKCS10CertificationRequest request) {
    Extensions extensions = request.getRequestedExtensions();
    Extension extension =
        extensions == null ? null : extensions.getExtension(Extension.subjectAlternativeName);
    if (extension == null) {
      return List.of();
    }
    var names = new ArrayList<GeneralName>();
    GeneralNames all = GeneralNames.getInstance(extension.getParsedValue());
    for (int kind :
        List.of(
            GeneralName.dNSName,
            GeneralName.rfc822Name,
            GeneralName.iPAddress,
            GeneralName.uniformResourceIdentifier)) {
      for (GeneralName name : all.getNames()) {
        if (name.getTagNo() == kind) {
          names.add(name);
        }
      }
    }
    return names;
  }

  boolean has(int kindOfName) {
    return names.stream().anyMatch(n -> n.getTagNo() == kindOfName);
  }
}
