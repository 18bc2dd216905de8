package io.coxswain.kube.host.options;

import io.coxswain.kube.host.gates.FeatureGates;
import io.coxswain.runtime.flags.Flag;
import io.coxswain.runtime.flags.FlagSet;
import java.time.Duration;
import java.util.List;

/** Authentication and authorization flags of the HTTPS server. */
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
            "Path to a kubeconfig for TokenReviews. If empty, token authentication is disabled.");
    tokenCache =
        authentication.duration(
            "authentication-token-webhook-cache-ttl",
            "10s",
            "Time to cache results of TokenReviews.");
    clientCa =
        authentication.string(
            "client-ca-file",
            "",
            "Path to a CA bundle. Clients with a certificate of one of these CAs are"
                + " authenticated.");
    userHeaders =
        authentication.strings(
            "requestheader-username-headers",
            List.of("x-remote-user"),
            "Headers that carry the user name, set by a trusted proxy.");
    uidHeaders =
        authentication.strings(
            "requestheader-uid-headers",
            List.of(),
            "Headers that carry the UID of the user, set by a trusted proxy. Requires the feature"
                + " gate RemoteRequestHeaderUID.");
    groupHeaders =
        authentication.strings(
            "requestheader-group-headers",
            List.of("x-remote-group"),
            "Headers that carry the groups of the user, set by a trusted proxy.");
    extraPrefixes =
        authentication.strings(
            "requestheader-extra-headers-prefix",
            List.of("x-remote-extra-"),
            "Prefixes of headers that carry extra information about the user, set by a trusted"
                + " proxy.");
    requestHeaderCa =
        authentication.string(
            "requestheader-client-ca-file",
            "",
            "Path to the CA bundle that verifies client certificates of trusted proxies.");
    allowedNames =
        authentication.strings(
            "requestheader-allowed-names",
            List.of(),
            "Allowed common names in client certificates of trusted proxies. If empty, all are"
                + " allowed.");
    skipLookup =
        authentication.bool(
            "authentication-skip-lookup",
            false,
            "Do not look up missing authentication settings in the cluster.");
    tolerateLookupFailure =
        authentication.bool(
            "authentication-tolerate-lookup-failure",
            false,
            "Start even if authentication settings cannot be looked up in the cluster.");
    authorizationKubeconfig =
        authorization.string(
            "authorization-kubeconfig",
            "",
            "Path to a kubeconfig for SubjectAccessReviews. If empty, only the paths of"
                + " --authorization-always-allow-paths are allowed.");
    allowedCache =
        authorization.duration(
            "authorization-webhook-cache-authorized-ttl",
            "10s",
            "Time to cache allowing results of SubjectAccessReviews.");
    deniedCache =
        authorization.duration(
            "authorization-webhook-cache-unauthorized-ttl",
            "10s",
            "Time to cache denying results of SubjectAccessReviews.");
    alwaysAllowed =
        authorization.strings(
            "authorization-always-allow-paths",
            List.of("/healthz", "/readyz", "/livez"),
            "Paths that are allowed without authorization. A trailing * matches all paths below.");
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
