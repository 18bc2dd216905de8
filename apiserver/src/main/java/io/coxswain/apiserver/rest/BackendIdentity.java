package io.coxswain.apiserver.rest;

import java.util.List;

/**
 * What this server and the server of an APIService know about each other.
 *
 * @param serverName in the certificate of the backend
 * @param caBundle PEM; the CAs of the operating system if empty
 * @param insecure whether any certificate is accepted
 * @param headers that name the caller; headers of these names from the caller are dropped
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record BackendIdentity(
    String serverName, byte[] caBundle, boolean insecure, List<Header> headers) {

  /** A header field. */
  public record Header(String name, String value) {}
}
