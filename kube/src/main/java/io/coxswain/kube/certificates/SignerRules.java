package io.coxswain.kube.certificates;

import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.bouncycastle.asn1.x509.GeneralName;
import org.jspecify.annotations.Nullable;

/** The requirements of each built-in signer. */
final class SignerRules {
  private static final String DIGITAL_SIGNATURE = "digital signature";
  private static final String KEY_ENCIPHERMENT = "key encipherment";
  private static final String CLIENT_AUTH = "client auth";
  private static final String SERVER_AUTH = "server auth";

  private SignerRules() {}

  static boolean isKnown(String signer) {
    return switch (signer) {
      case SigningOptions.KUBELET_SERVING,
          SigningOptions.KUBELET_CLIENT,
          SigningOptions.API_SERVER_CLIENT,
          SigningOptions.LEGACY_UNKNOWN ->
          true;
      default -> false;
    };
  }

  /** Why the signer rejects the request; null if it accepts it. */
  static @Nullable String objection(String signer, Request request, List<String> usages) {
    return switch (signer) {
      case SigningOptions.KUBELET_SERVING -> servingObjection(request, usages);
      case SigningOptions.KUBELET_CLIENT -> kubeletClientObjection(request, usages);
      case SigningOptions.API_SERVER_CLIENT -> clientObjection(usages);
      default -> null;
    };
  }

  private static @Nullable String servingObjection(Request request, List<String> usages) {
    if (!isOfNodes(request)) {
      return "subject organization is not system:nodes";
    }
    if (!request.has(GeneralName.dNSName) && !request.has(GeneralName.iPAddress)) {
      return "DNS or IP subjectAltName is required";
    }
    if (request.has(GeneralName.rfc822Name)) {
      return "Email subjectAltNames are not allowed";
    }
    if (request.has(GeneralName.uniformResourceIdentifier)) {
      return "URI subjectAltNames are not allowed";
    }
    String badUsages = usagesObjection(usages, SERVER_AUTH);
    if (badUsages != null) {
      return badUsages;
    }
    return isNode(request) ? null : "subject common name does not begin with system:node:";
  }

  static @Nullable String kubeletClientObjection(Request request, List<String> usages) {
    if (!isOfNodes(request)) {
      return "subject organization is not system:nodes";
    }
    if (request.has(GeneralName.dNSName)) {
      return "DNS subjectAltNames are not allowed";
    }
    if (request.has(GeneralName.rfc822Name)) {
      return "Email subjectAltNames are not allowed";
    }
    if (request.has(GeneralName.iPAddress)) {
      return "IP subjectAltNames are not allowed";
    }
    if (request.has(GeneralName.uniformResourceIdentifier)) {
      return "URI subjectAltNames are not allowed";
    }
    if (!isNode(request)) {
      return "subject common name does not begin with system:node:";
    }
    return usagesObjection(usages, CLIENT_AUTH);
  }

  private static @Nullable String clientObjection(List<String> usages) {
    for (String usage : usages) {
      if (!List.of(DIGITAL_SIGNATURE, KEY_ENCIPHERMENT, CLIENT_AUTH).contains(usage)) {
        return "invalid usage for client certificate: " + usage;
      }
    }
    return usages.contains(CLIENT_AUTH)
        ? null
        : "missing required usage for client certificate: " + CLIENT_AUTH;
  }

  private static boolean isOfNodes(Request request) {
    return request.organizations().equals(List.of("system:nodes"));
  }

  private static boolean isNode(Request request) {
    return request.commonName().startsWith("system:node:");
  }

  private static @Nullable String usagesObjection(Collection<String> usages, String purpose) {
    Set<String> all = new TreeSet<>(List.of(DIGITAL_SIGNATURE, KEY_ENCIPHERMENT, purpose));
    Set<String> asked = new TreeSet<>(usages);
    // Only RSA keys support key encipherment.
    if (asked.equals(all) || asked.equals(new TreeSet<>(List.of(DIGITAL_SIGNATURE, purpose)))) {
      return null;
    }
    return "usages did not match [" + String.join(" ", all) + "]";
  }
}
