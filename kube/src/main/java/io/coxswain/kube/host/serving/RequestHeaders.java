package io.coxswain.kube.host.serving;

import java.util.List;

/**
 * How a trusted proxy tells who asks.
 *
 * @param authorities those that vouch for the proxy
 * @param allowedNames common names that its certificate may have; empty for any
 */
record RequestHeaders(
    ClientAuthorities authorities,
    List<String> allowedNames,
    List<String> userHeaders,
    List<String> uidHeaders,
    List<String> groupHeaders,
    List<String> extraPrefixes) {}
