package io.coxswain.env;

import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A complete response of an API server.
 *
 * @param headers by lower-case name
 * @param body may be shared with the server's store; must not be modified
 */
public record ApiResponse(int status, SortedMap<String, List<String>> headers, byte[] body) {

  public ApiResponse {
    headers = Collections.unmodifiableSortedMap(new TreeMap<>(headers));
  }

  public boolean ok() {
    return status >= 200 && status < 300;
  }

  public @Nullable String header(String name) {
    var values = headers.get(name.toLowerCase(Locale.ROOT));
    return values == null || values.isEmpty() ? null : values.getFirst();
  }
}
