package io.coxswain.runtime.http;

import javax.net.ssl.SSLContext;

/**
 * How connections are secured.
 *
 * @param clientsMustShow whether a client without a trusted certificate is turned away
 */
public record Security(SSLContext context, boolean clientsMustShow) {}
