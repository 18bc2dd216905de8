package io.coxswain.real.fuzz;

import java.util.List;
import java.util.SortedMap;

/**
 * An HTTP response as it was read from the connection.
 *
 * @param headers names in lower case
 * @param complete whether the body ended before the read timeout
 */
record WireResponse(
    int status, SortedMap<String, List<String>> headers, byte[] body, boolean complete) {

  String header(String name) {
    return String.join(" | ", headers.getOrDefault(name, List.of()));
  }
}
