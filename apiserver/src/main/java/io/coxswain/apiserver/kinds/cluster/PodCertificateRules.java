package io.coxswain.apiserver.kinds.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Timestamps;
import io.coxswain.apiserver.json.SameJson;
import io.coxswain.apiserver.rules.ConditionRules;
import io.coxswain.apiserver.rules.Field;
import io.coxswain.apiserver.rules.Formats;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.StringReader;
import java.security.PublicKey;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.bouncycastle.util.io.pem.PemObject;
import org.bouncycastle.util.io.pem.PemReader;

/** The rules of PodCertificateRequests. */
final class PodCertificateRules {
  private static final List<String> OUTCOMES = List.of("Issued", "Denied", "Failed");
  private static final int MAX_UID = 128;
  private static final int MAX_KEY = 10 * 1024;
  private static final int MAX_CHAIN = 100 * 1024;
  private static final int MIN_SECONDS = 60 * 60;
  private static final int MAX_SECONDS = 91 * 24 * 60 * 60;
  private static final int MAX_RESERVED_SECONDS = 24 * 60 * 60;
  private static final Duration SKEW = Duration.ofMinutes(5);
  private static final Duration REFRESH_MARGIN = Duration.ofMinutes(10);

  private PodCertificateRules() {}

  // The spec

  static void spec(Field spec) {
    Field signer = spec.get("signerName");
    SignerNames.check(signer);
    for (Field annotation : spec.get("unverifiedUserAnnotations").entries()) {
      domainPrefixed(spec.get("unverifiedUserAnnotations"), annotation.key());
    }
    spec.get("podName").orEmpty().matches(Formats::dnsSubdomain);
    uid(spec.get("podUID"));
    spec.get("serviceAccountName").orEmpty().matches(Formats::dnsSubdomain);
    uid(spec.get("serviceAccountUID"));
    spec.get("nodeName").orEmpty().matches(Formats::dnsSubdomain);
    uid(spec.get("nodeUID"));
    Field seconds = spec.get("maxExpirationSeconds");
    int most = SignerNames.isReserved(signer.text()) ? MAX_RESERVED_SECONDS : MAX_SECONDS;
    if (seconds.number() < MIN_SECONDS || seconds.number() > most) {
      seconds.invalid("must be in the range [" + MIN_SECONDS + ", " + most + "]");
    }
    key(spec);
  }

  private static void domainPrefixed(Field annotations, String key) {
    String name = key.toLowerCase(Locale.ROOT);
    List<String> problems = Formats.qualifiedName(name);
    problems.forEach(problem -> annotations.invalid(name, problem));
    if (problems.isEmpty() && !name.contains("/")) {
      annotations.invalid(name, "must be a domain-prefixed key (such as \"acme.io/foo\")");
    }
  }

  private static void uid(Field uid) {
    if (uid.isEmpty()) {
      uid.orEmpty().invalid("must not be empty");
    } else if (uid.text().length() > MAX_UID) {
      uid.tooLong(MAX_UID);
    }
  }

  private static void key(Field spec) {
    Field key = spec.get("pkixPublicKey");
    Field proof = spec.get("proofOfPossession");
    for (Field each : List.of(key, proof)) {
      if (ProofOfPossession.decoded(each.text()).length > MAX_KEY) {
        each.tooLong(MAX_KEY);
        return;
      }
    }
    Optional<PublicKey> parsed = ProofOfPossession.key(key.text());
    if (parsed.isEmpty()) {
      key.orEmpty().invalid("must be a valid PKIX-serialized public key");
      return;
    }
    Optional<ProofOfPossession.BadKey> bad = ProofOfPossession.problem(parsed.get());
    if (bad.isPresent()) {
      key.invalid(bad.get().shown(), bad.get().detail());
    } else if (!ProofOfPossession.holds(parsed.get(), spec.text("podUID"), proof.text())) {
      proof.invalidOmitted("could not verify proof-of-possession signature");
    }
  }

  // The status

  static void statusStep(Field request, ObjectNode before, Instant now) {
    Field status = request.get("status");
    int problems = request.errors().size();
    conditions(status.get("conditions"));
    if (request.errors().size() > problems) {
      return;
    }
    JsonNode earlier = before.path("status");
    if (OUTCOMES.stream().anyMatch(type -> has(earlier, type))) {
      unchanged(
          status, earlier, "immutable after PodCertificateRequest is issued, denied, or failed");
    } else if (has(status.node(), "Denied") || has(status.node(), "Failed")) {
      if (status.size() > 1) {
        status.invalidOmitted(
            "non-condition status fields must be empty when denying or failing the"
                + " PodCertificateRequest");
      }
    } else if (has(status.node(), "Issued")) {
      issued(request, now);
    } else {
      unchanged(
          status,
          earlier,
          "status is immutable unless transitioning to \"Issued\", \"Denied\", or \"Failed\"");
    }
  }

  private static void unchanged(Field status, JsonNode earlier, String detail) {
    if (!SameJson.same(status.node(), earlier)) {
      status.invalidOmitted(detail);
    }
  }

  private static boolean has(JsonNode status, String type) {
    for (JsonNode condition : status.path("conditions")) {
      if (condition.path("type").asText().equals(type)
          && condition.path("status").asText().equals("True")) {
        return true;
      }
    }
    return false;
  }

  private static void conditions(Field conditions) {
    int known = 0;
    for (Field condition : conditions.items()) {
      Field type = condition.get("type").orEmpty();
      if (!OUTCOMES.contains(type.text())) {
        type.unsupported(OUTCOMES);
        continue;
      }
      known++;
      if (known > 1) {
        type.invalid(
            "There may be at most one condition with type \"Issued\", \"Denied\", or \"Failed\"");
      }
      condition.get("status").oneOf(List.of("True"));
    }
    ConditionRules.check(conditions);
  }

  private static void issued(Field request, Instant now) {
    Field status = request.get("status");
    Field chain = status.get("certificateChain").orEmpty();
    Optional<X509Certificate> leaf = leaf(chain);
    if (leaf.isEmpty()) {
      return;
    }
    Optional<PublicKey> wanted = ProofOfPossession.key(request.text("spec.pkixPublicKey"));
    if (wanted.isPresent() && !wanted.get().equals(leaf.get().getPublicKey())) {
      chain.invalid("leaf certificate was not issued to the requested public key");
      return;
    }
    Field begin = status.get("notBefore");
    Field end = status.get("notAfter");
    Field refresh = status.get("beginRefreshAt");
    int problems = request.errors().size();
    String consistent = "must be present and consistent with the issued certificate";
    begin.isGiven(consistent);
    end.isGiven(consistent);
    refresh.isGiven("must be present and in the range [notbefore+10min, notafter-10min]");
    if (request.errors().size() == problems) {
      times(chain, begin, end, refresh, leaf.get(), request, now);
    }
  }

  private static void times(
      Field chain,
      Field begin,
      Field end,
      Field refresh,
      X509Certificate leaf,
      Field request,
      Instant now) {
    Instant from = leaf.getNotBefore().toInstant();
    Instant to = leaf.getNotAfter().toInstant();
    long seconds = Duration.between(from, to).toSeconds();
    long most = request.get("spec.maxExpirationSeconds").number();
    Instant refreshed = Timestamps.parse(refresh.text()).orElse(Instant.MIN);
    if (!from.equals(Timestamps.parse(begin.text()).orElse(null))) {
      begin.invalid("must be set to the NotBefore time encoded in the leaf certificate");
    } else if (!Duration.between(from, now).abs().minus(SKEW).isNegative()) {
      begin.invalid("must be set to within 5 minutes of kube-apiserver's current time");
    } else if (!to.equals(Timestamps.parse(end.text()).orElse(null))) {
      end.invalid("must be set to the NotAfter time encoded in the leaf certificate");
    } else if (seconds < MIN_SECONDS) {
      chain.invalid("leaf certificate lifetime must be >= 1 hour");
    } else if (seconds > most) {
      chain.invalid(
          "leaf certificate lifetime must be <= spec.maxExpirationSeconds (" + most + ")");
    } else if (refreshed.isBefore(from.plus(REFRESH_MARGIN))) {
      refresh.invalid("must be at least 10 minutes after status.notBefore");
    } else if (refreshed.isAfter(to.minus(REFRESH_MARGIN))) {
      refresh.invalid("must be at least 10 minutes before status.notAfter");
    }
  }

  /** The first certificate of the chain; empty if the chain is not valid. */
  private static Optional<X509Certificate> leaf(Field chain) {
    if (chain.text().length() > MAX_CHAIN) {
      chain.tooLong(MAX_CHAIN);
      return Optional.empty();
    }
    var certificates = new ArrayList<X509Certificate>();
    try (var reader = new PemReader(new StringReader(chain.text()))) {
      for (PemObject block = reader.readPemObject();
          block != null;
          block = reader.readPemObject()) {
        if (!block.getType().equals("CERTIFICATE")) {
          chain.invalid("issued certificate chain must consist entirely of CERTIFICATE PEM blocks");
          return Optional.empty();
        }
        certificates.add(
            (X509Certificate)
                CertificateFactory.getInstance("X.509")
                    .generateCertificate(new ByteArrayInputStream(block.getContent())));
      }
    } catch (CertificateException e) {
      chain.invalid(
          (certificates.isEmpty() ? "leaf" : "intermediate")
              + " certificate does not parse as valid X.509");
      return Optional.empty();
    } catch (IOException e) {
      // What cannot be decoded is not a block, and ends the list.
    }
    if (certificates.isEmpty()) {
      chain.invalid("issued certificate chain must contain at least one certificate");
      return Optional.empty();
    }
    return Optional.of(certificates.getFirst());
  }
}
