package io.coxswain.apiserver.kinds.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.apiserver.json.Meta;
import io.coxswain.apiserver.rules.Field;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.bouncycastle.pkcs.PKCS10CertificationRequest;
import org.bouncycastle.util.io.pem.PemObject;
import org.bouncycastle.util.io.pem.PemReader;
import org.jspecify.annotations.Nullable;

/** The rules of CertificateSigningRequests. */
final class RequestRules {
  private static final List<String> USAGES =
      List.of(
          "any",
          "cert sign",
          "client auth",
          "code signing",
          "content commitment",
          "crl sign",
          "data encipherment",
          "decipher only",
          "digital signature",
          "email protection",
          "encipher only",
          "ipsec end system",
          "ipsec tunnel",
          "ipsec user",
          "key agreement",
          "key encipherment",
          "microsoft sgc",
          "netscape sgc",
          "ocsp signing",
          "s/mime",
          "server auth",
          "signing",
          "timestamping");
  private static final List<String> DECISIONS = List.of("Approved", "Denied");
  private static final List<String> FINAL = List.of("Approved", "Denied", "Failed");
  private static final int MIN_LENGTH = 600;

  private RequestRules() {}

  /** The part of a request that a write changes. */
  enum Part {
    ALL,
    STATUS,
    APPROVAL
  }

  static void request(Field request, JsonNode before) {
    Field spec = request.get("spec");
    String problem = problem(spec.text("request"));
    if (!problem.isEmpty()) {
      spec.get("request").with(spec.text("request")).invalid(problem);
    }
    usages(spec.get("usages"));
    signer(spec.get("signerName"));
    Field seconds = spec.get("expirationSeconds");
    if (seconds.isSet() && seconds.number() < MIN_LENGTH) {
      seconds.invalid("may not specify a duration less than 600 seconds (10 minutes)");
    }
    conditions(request.get("status.conditions"));
    Field certificate = request.get("status.certificate");
    if (!certificate.text().equals(Meta.text(before, "/status/certificate"))
        && !certificate.isEmpty()) {
      String wrong = certificateProblem(certificate.text());
      if (!wrong.isEmpty()) {
        certificate.invalid("<certificate data>", wrong);
      }
    }
  }

  private static void usages(Field usages) {
    if (usages.isEmpty()) {
      usages.required();
    }
    for (Field usage : usages.items()) {
      usage.oneOf(USAGES);
    }
    var seen = new ArrayList<String>();
    usages.items().forEach(usage -> usage.notAmong(seen));
  }

  private static void signer(Field signer) {
    if (signer.is("kubernetes.io/legacy-unknown")) {
      signer.invalid("the legacy signerName is not allowed via this API version");
      return;
    }
    SignerNames.check(signer);
  }

  private static @Nullable PemObject pem(String encoded) {
    try (var reader = new PemReader(new StringReader(text(encoded)))) {
      return reader.readPemObject();
    } catch (IOException | IllegalArgumentException e) {
      return null;
    }
  }

  private static String text(String encoded) {
    return new String(Base64.getMimeDecoder().decode(encoded), StandardCharsets.UTF_8);
  }

  private static String problem(String encoded) {
    PemObject block = pem(encoded);
    if (block == null || !block.getType().equals("CERTIFICATE REQUEST")) {
      return "PEM block type must be CERTIFICATE REQUEST";
    }
    return parse(block.getContent()) == null ? "asn1: structure error: malformed request" : "";
  }

  private static @Nullable PKCS10CertificationRequest parse(byte[] content) {
    try {
      return new PKCS10CertificationRequest(content);
    } catch (IOException e) {
      return null;
    }
  }

  /** The parsed request; null if it cannot be parsed. */
  static @Nullable PKCS10CertificationRequest parse(String encoded) {
    PemObject block = pem(encoded);
    return block == null ? null : parse(block.getContent());
  }

  private static String certificateProblem(String encoded) {
    int blocks = 0;
    try (var reader = new PemReader(new StringReader(text(encoded)))) {
      for (PemObject block = reader.readPemObject();
          block != null;
          block = reader.readPemObject()) {
        if (!block.getType().equals("CERTIFICATE")) {
          return "only CERTIFICATE PEM blocks are allowed, found \"" + block.getType() + "\"";
        }
        if (!block.getHeaders().isEmpty()) {
          return "no PEM block headers are permitted";
        }
        var _ =
            CertificateFactory.getInstance("X.509")
                .generateCertificate(new ByteArrayInputStream(block.getContent()));
        blocks++;
      }
    } catch (CertificateException e) {
      return "x509: malformed certificate";
    } catch (IOException e) {
      return "must contain at least one CERTIFICATE PEM block";
    }
    return blocks == 0 ? "must contain at least one CERTIFICATE PEM block" : "";
  }

  private static void conditions(Field conditions) {
    var seen = new ArrayList<String>();
    for (Field condition : conditions.items()) {
      Field type = condition.get("type");
      type.isGiven();
      Field status = condition.get("status");
      List<String> allowed =
          FINAL.contains(type.text()) ? List.of("True") : List.of("False", "True", "Unknown");
      if (status.isGiven()) {
        status.oneOf(allowed);
      }
      if (DECISIONS.contains(type.text())
          && seen.contains(type.is("Approved") ? "Denied" : "Approved")) {
        conditions.invalid(type.text(), "Approved and Denied conditions are mutually exclusive");
      }
      type.with(type.text()).notAmong(seen);
    }
  }

  static void step(Field request, ObjectNode before, Part part) {
    request(request, before);
    Field conditions = request.get("status.conditions");
    for (String type : FINAL) {
      if (find(request.node(), type).size() < find(before, type).size()) {
        conditions.forbidden("updates may not remove a condition of type \"" + type + "\"");
      }
    }
    if (part != Part.APPROVAL) {
      for (String type : DECISIONS) {
        List<JsonNode> now = find(request.node(), type);
        List<JsonNode> old = find(before, type);
        if (now.size() > old.size()) {
          conditions.forbidden("updates may not add a condition of type \"" + type + "\"");
        }
      }
    }
    Field certificate = request.get("status.certificate");
    String old = Meta.text(before, "/status/certificate");
    if (!certificate.text().equals(old)) {
      if (part != Part.STATUS) {
        certificate.forbidden("updates may not set certificate content");
      } else if (!old.isEmpty()) {
        certificate.forbidden("updates may not modify existing certificate content");
      }
    }
  }

  static List<JsonNode> find(JsonNode request, String type) {
    var found = new ArrayList<JsonNode>();
    for (JsonNode condition : request.at("/status/conditions")) {
      if (condition.path("type").asText("").equals(type)) {
        found.add(condition);
      }
    }
    return found;
  }
}
