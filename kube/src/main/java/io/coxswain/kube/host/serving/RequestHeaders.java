package io.coxswain.kube.host.serving;

import java.util.List;

/**
 * The settings for trusted proxies.
 *
 * @param cas the CAs of their client certificates
 * @param allowedNames the allowed common names; empty for any
 */
record RequestHeaders(
    ClientAuthorities cas,
    List<String> allowedNames,
    List<String> userHeaders,
    List<String> uidHeaders,
    List<String> groupHeaders,
    List<String> extraPrefixes) {}
