package io.coxswain.kube.host.options;

import io.coxswain.kube.host.gates.FeatureGates;
import io.coxswain.runtime.flags.Flag;
import io.coxswain.runtime.flags.FlagSet;
import java.time.Duration;
import java.util.List;

/** Who may read what the program serves. */
public final class AccessFlags {
  public final Flag<String> authenticationKubeconfig;
  public final Flag<Duration> tokenCache;
  public final Flag<String> clientCa;
  public final Flag<List<String>> userHeaders;
  public final Flag<List<String>> uidHeaders;
  public final Flag<List<String>> groupHeaders;
  public final Flag<List<String>> extraPrefixes;
  public final Flag<String> requestHeaderCa;
  public final Flag<List<String>> allowedNames;
  public final Flag<Boolean> skipLookup;
  public final Flag<Boolean> tolerateLookupFailure;
  public final Flag<String> authorizationKubeconfig;
  public final Flag<Duration> allowedCache;
  public final Flag<Duration> deniedCache;
  public final Flag<List<String>> alwaysAllowed;

  AccessFlags(FlagSet authentication, FlagSet authorization) {
    authenticationKubeconfig =
        authentication.string(
            "authentication-kubeconfig",
            "",
            "A kubeconfig of a server to ask whose a token is; without one, tokens are not known.");
    tokenCache =
        authentication.duration(
            "authentication-token-webhook-cache-ttl",
            "10s",
            "How long answers about tokens are remembered.");
    clientCa =
        authentication.string(
            "client-ca-file", "", "Authorities whose client certificates say who asks.");
    userHeaders =
        authentication.strings(
            "requestheader-username-headers",
            List.of("x-remote-user"),
            "Headers in which a trusted proxy names the user.");
    uidHeaders =
        authentication.strings(
            "requestheader-uid-headers",
            List.of(),
            "Headers in which a trusted proxy gives the user's UID; needs the feature gate"
                + " RemoteRequestHeaderUID.");
    groupHeaders =
        authentication.strings(
            "requestheader-group-headers",
            List.of("x-remote-group"),
            "Headers in which a trusted proxy names groups.");
    extraPrefixes =
        authentication.strings(
            "requestheader-extra-headers-prefix",
            List.of("x-remote-extra-"),
            "How headers begin in which a trusted proxy tells more of the user.");
    requestHeaderCa =
        authentication.string(
            "requestheader-client-ca-file", "", "Authorities whose certificates a proxy shows.");
    allowedNames =
        authentication.strings(
            "requestheader-allowed-names",
            List.of(),
            "Common names that a proxy's certificate may have; empty for any.");
    skipLookup =
        authentication.bool(
            "authentication-skip-lookup",
            false,
            "Do not read from the cluster what is not given here.");
    tolerateLookupFailure =
        authentication.bool(
            "authentication-tolerate-lookup-failure",
            false,
            "Start even if that cannot be read from the cluster.");
    authorizationKubeconfig =
        authorization.string(
            "authorization-kubeconfig",
            "",
            "A kubeconfig of a server to ask who may what; without one, only what is always"
                + " allowed.");
    allowedCache =
        authorization.duration(
            "authorization-webhook-cache-authorized-ttl", "10s", "How long a yes is remembered.");
    deniedCache =
        authorization.duration(
            "authorization-webhook-cache-unauthorized-ttl", "10s", "How long a no is remembered.");
    alwaysAllowed =
        authorization.strings(
            "authorization-always-allow-paths",
            List.of("/healthz", "/readyz", "/livez"),
            "Paths that anyone may read; a * at the end stands for all below.");
  }

  void check(Problems problems, FeatureGates gates) {
    problems.unless(
        uidHeaders.get().isEmpty() || gates.isOn("RemoteRequestHeaderUID"),
        "--requestheader-uid-headers may not be specified without feature gate"
            + " RemoteRequestHeaderUID");
    for (String path : alwaysAllowed.get()) {
      int star = path.indexOf('*');
      problems.unless(
          star < 0 || star == path.length() - 1,
          "only trailing * allowed in --authorization-always-allow-paths: \"" + path + "\"");
    }
    for (var each : List.of(userHeaders, groupHeaders, extraPrefixes)) {
      problems.unless(
          each.get().stream().noneMatch(String::isBlank), "empty value in \"" + each.name() + "\"");
    }
  }
}
