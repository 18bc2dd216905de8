package io.coxswain.kube.host.options;

import io.coxswain.runtime.flags.Flag;
import io.coxswain.runtime.flags.FlagSet;
import io.coxswain.runtime.flags.FlagSets;
import java.time.Duration;
import java.util.List;

/** Flags of the certificate, service account and token controllers. */
public final class SecurityFlags {
  public final SigningPair cluster;
  public final SigningPair kubeletServing;
  public final SigningPair kubeletClient;
  public final SigningPair apiServerClient;
  public final SigningPair legacyUnknown;
  public final Flag<Duration> signingDuration;
  public final Flag<String> tokenKey;
  public final Flag<Integer> tokens;
  public final Flag<String> rootCa;
  public final Flag<Duration> legacyTokens;

  /** The certificate and key files of a signing CA. */
  public record SigningPair(Flag<String> certificate, Flag<String> key) {
    static SigningPair of(FlagSet set, String signer, String purpose) {
      return new SigningPair(
          set.string(
              "cluster-signing-" + signer + "cert-file",
              "",
              "Path to the PEM-encoded CA certificate that signs " + purpose + "."),
          set.string(
              "cluster-signing-" + signer + "key-file",
              "",
              "Path to the PEM-encoded private key of that CA."));
    }

    public boolean isGiven() {
      return !certificate.get().isEmpty() || !key.get().isEmpty();
    }
  }

  SecurityFlags(FlagSets sets) {
    var signing = sets.set("certificatesigningrequest-signing-controller");
    cluster = SigningPair.of(signing, "", "certificates of all signers");
    kubeletServing =
        SigningPair.of(
            signing,
            "kubelet-serving-",
            "certificates of the signer kubernetes.io/kubelet-serving");
    kubeletClient =
        SigningPair.of(
            signing,
            "kubelet-client-",
            "certificates of the signer kubernetes.io/kube-apiserver-client-kubelet");
    apiServerClient =
        SigningPair.of(
            signing,
            "kube-apiserver-client-",
            "certificates of the signer kubernetes.io/kube-apiserver-client");
    legacyUnknown =
        SigningPair.of(
            signing, "legacy-unknown-", "certificates of the signer kubernetes.io/legacy-unknown");
    signingDuration =
        signing.duration(
            "cluster-signing-duration", "8760h", "Maximum validity of issued certificates.");
    var accounts = sets.set("serviceaccount-controller");
    tokenKey =
        accounts.string(
            "service-account-private-key-file",
            "",
            "Path to the PEM-encoded private key that signs service account tokens in Secrets. If"
                + " empty, no such tokens are created.");
    tokens =
        accounts.int32(
            "concurrent-serviceaccount-token-syncs",
            5,
            "Number of service account tokens to sync concurrently.");
    rootCa =
        accounts.string(
            "root-ca-file",
            "",
            "Path to the CA bundle of the API server, which is added to token Secrets and published"
                + " in every namespace.");
    legacyTokens =
        sets.set("legacy-serviceaccount-token-cleaner-controller")
            .duration(
                "legacy-service-account-token-clean-up-period",
                "8760h",
                "Time since its last use after which a service account token Secret is cleaned"
                    + " up.");
  }

  void check(Problems problems) {
    List<SigningPair> specific =
        List.of(kubeletServing, kubeletClient, apiServerClient, legacyUnknown);
    boolean anySpecific = specific.stream().anyMatch(SigningPair::isGiven);
    problems.unless(
        !(cluster.isGiven() && anySpecific),
        "cannot specify --cluster-signing-{cert,key}-file and other"
            + " --cluster-signing-*-file flags at the same time");
    specific.forEach(pair -> problems.bothOrNone(pair.certificate(), pair.key()));
  }
}
