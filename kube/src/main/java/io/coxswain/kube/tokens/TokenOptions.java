package io.coxswain.kube.tokens;

/**
 * Options of the token controller.
 *
 * @param workers number of service accounts, and of Secrets, to sync concurrently
 * @param signer signs tokens
 * @param rootCa the CA bundle to add to Secrets, in PEM; empty for none
 */
public record TokenOptions(int workers, TokenSigner signer, String rootCa) {}
