package io.coxswain.apiserver.kinds.cluster;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.FieldError;
import io.coxswain.apiserver.json.Meta;
import io.coxswain.apiserver.kinds.Strategy;
import io.coxswain.apiserver.rules.Field;
import io.coxswain.apiserver.rules.Formats;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.StringReader;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.HexFormat;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.bouncycastle.util.io.pem.PemObject;
import org.bouncycastle.util.io.pem.PemReader;

/** ClusterTrustBundles: named after their signer, with at least one CA certificate. */
final class TrustBundleStrategy implements Strategy {
  private static final int MAX_SIZE = 1024 * 1024;
  private static final String OMITTED = "<value omitted>";

  @Override
  public void defaults(ObjectNode bundle) {
    Meta.child(bundle, "spec");
  }

  @Override
  public void validateCreate(ObjectNode object, List<FieldError> errors) {
    Field bundle = Field.of(object, errors);
    identity(bundle);
    certificates(bundle.get("spec.trustBundle"));
  }

  @Override
  public void validateUpdate(ObjectNode object, ObjectNode before, List<FieldError> errors) {
    Field bundle = Field.of(object, errors);
    identity(bundle);
    Field certificates = bundle.get("spec.trustBundle");
    if (!certificates.is(Meta.text(before, "/spec/trustBundle"))) {
      certificates(certificates);
    }
    bundle
        .get("spec.signerName")
        .orEmpty()
        .unchangedFrom(Field.of(before, errors).get("spec.signerName").orEmpty().node());
  }

  @Override
  public SortedMap<String, String> fields(ObjectNode bundle) {
    var fields = new TreeMap<String, String>();
    fields.put("spec.signerName", Meta.text(bundle, "/spec/signerName"));
    return fields;
  }

  private static void identity(Field bundle) {
    Field signer = bundle.get("spec.signerName");
    bundle.get("metadata.name").matches(name -> nameProblems(name, signer.text()));
    if (!signer.isEmpty()) {
      SignerNames.check(signer);
    }
  }

  private static List<String> nameProblems(String name, String signer) {
    if (signer.isEmpty()) {
      return name.contains(":")
          ? List.of("ClusterTrustBundle without signer name must not have \":\" in its name")
          : Formats.dnsSubdomain(name);
    }
    String prefix = signer.replace('/', ':') + ":";
    return name.startsWith(prefix)
        ? Formats.dnsSubdomain(name.substring(prefix.length()))
        : List.of(
            "ClusterTrustBundle for signerName " + signer + " must be named with prefix " + prefix);
  }

  private static void certificates(Field bundle) {
    if (bundle.text().length() > MAX_SIZE) {
      bundle.tooLong(MAX_SIZE);
      return;
    }
    int before = bundle.errors().size();
    var indices = new TreeMap<String, StringBuilder>();
    int index = 0;
    try (var reader = new PemReader(new StringReader(bundle.text()))) {
      for (PemObject block = reader.readPemObject();
          block != null;
          block = reader.readPemObject()) {
        String problem = problem(block);
        if (problem.isEmpty()) {
          indices
              .computeIfAbsent(
                  HexFormat.of().formatHex(block.getContent()), k -> new StringBuilder())
              .append(' ')
              .append(index);
        } else {
          bundle.invalid(OMITTED, "entry " + index + " " + problem);
        }
        index++;
      }
    } catch (IOException e) {
      // What cannot be decoded is not a block, and ends the list.
    }
    if (bundle.errors().size() > before) {
      return;
    }
    if (indices.isEmpty()) {
      bundle.invalid(OMITTED, "at least one trust anchor must be provided");
    }
    for (StringBuilder same : indices.values()) {
      String list = same.toString().strip();
      if (list.contains(" ")) {
        bundle.invalid(OMITTED, "duplicate trust anchor (indices [" + list + "])");
      }
    }
  }

  private static String problem(PemObject block) {
    if (!block.getType().equals("CERTIFICATE")) {
      return "has bad block type: " + block.getType();
    }
    if (!block.getHeaders().isEmpty()) {
      return "has PEM block headers";
    }
    try {
      var certificate =
          (X509Certificate)
              CertificateFactory.getInstance("X.509")
                  .generateCertificate(new ByteArrayInputStream(block.getContent()));
      return certificate.getBasicConstraints() < 0 ? "does not have the CA bit set" : "";
    } catch (CertificateException e) {
      return "does not parse as X.509";
    }
  }
}
