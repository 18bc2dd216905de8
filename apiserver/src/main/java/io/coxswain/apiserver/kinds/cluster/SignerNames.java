package io.coxswain.apiserver.kinds.cluster;

import io.coxswain.apiserver.rules.Field;
import io.coxswain.apiserver.rules.Formats;
import java.util.List;

/** The rules of signer names, such as {@code example.com/signer}. */
final class SignerNames {
  private SignerNames() {}

  /** Whether the project reserves the domain of the signer. */
  static boolean isReserved(String signer) {
    String domain = signer.split("/", 2)[0];
    return domain.equals("kubernetes.io") || domain.endsWith(".kubernetes.io");
  }

  static void check(Field signer) {
    if (!signer.isGiven()) {
      return;
    }
    String[] parts = signer.text().split("/", -1);
    if (parts.length != 2) {
      signer.invalid(
          "must be a fully qualified domain and path of the form 'example.com/signer-name'");
      return;
    }
    List<String> wrong = Formats.dnsSubdomain(parts[0]);
    wrong.forEach(
        text -> signer.invalid(parts[0], "validating label \"" + parts[0] + "\": " + text));
    if (wrong.isEmpty() && parts[0].split("\\.").length < 2) {
      signer.invalid(parts[0], "should be a domain with at least two segments separated by dots");
    }
    Formats.dnsSubdomain(parts[1]).forEach(text -> signer.invalid(parts[1], text));
    if (signer.text().length() > 571) {
      signer.tooLong(571);
    }
  }
}
