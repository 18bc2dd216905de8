package io.coxswain.kube.host.options;

import io.coxswain.runtime.flags.Flag;
import io.coxswain.runtime.flags.FlagSet;
import io.coxswain.runtime.flags.FlagSets;
import java.time.Duration;
import java.util.List;

/** The controllers of certificates, service accounts and tokens. */
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

  /** The files of an authority that signs. */
  public record SigningPair(Flag<String> certificate, Flag<String> key) {
    static SigningPair of(FlagSet set, String signer, String what) {
      return new SigningPair(
          set.string(
              "cluster-signing-" + signer + "cert-file", "", "Authority for " + what + ", PEM."),
          set.string(
              "cluster-signing-" + signer + "key-file", "", "The key of that authority, PEM."));
    }

    public boolean isGiven() {
      return !certificate.get().isEmpty() || !key.get().isEmpty();
    }
  }

  SecurityFlags(FlagSets sets) {
    var signing = sets.set("certificatesigningrequest-signing-controller");
    cluster = SigningPair.of(signing, "", "all certificates");
    kubeletServing = SigningPair.of(signing, "kubelet-serving-", "kubernetes.io/kubelet-serving");
    kubeletClient =
        SigningPair.of(signing, "kubelet-client-", "kubernetes.io/kube-apiserver-client-kubelet");
    apiServerClient =
        SigningPair.of(signing, "kube-apiserver-client-", "kubernetes.io/kube-apiserver-client");
    legacyUnknown = SigningPair.of(signing, "legacy-unknown-", "kubernetes.io/legacy-unknown");
    signingDuration =
        signing.duration(
            "cluster-signing-duration", "8760h", "The longest a certificate is valid.");
    var accounts = sets.set("serviceaccount-controller");
    tokenKey =
        accounts.string(
            "service-account-private-key-file",
            "",
            "The key that signs tokens kept in Secrets; empty for no such tokens.");
    tokens =
        accounts.int32("concurrent-serviceaccount-token-syncs", 5, "Tokens worked on at once.");
    rootCa =
        accounts.string(
            "root-ca-file", "", "Authorities of the API server, put beside tokens and published.");
    legacyTokens =
        sets.set("legacy-serviceaccount-token-cleaner-controller")
            .duration(
                "legacy-service-account-token-clean-up-period",
                "8760h",
                "How long after its last use a token kept in a Secret is cleaned up.");
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
