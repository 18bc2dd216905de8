package io.coxswain.kube.tokens;

/**
 * How the token controller works.
 *
 * @param workers accounts worked on at once, and as many Secrets
 * @param signer makes tokens
 * @param rootCa the authorities to put beside tokens, in PEM; empty for none
 */
public record TokenOptions(int workers, TokenSigner signer, String rootCa) {}
