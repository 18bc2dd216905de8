package io.coxswain.apiserver.aggregation;

import io.coxswain.apiserver.auth.User;
import io.coxswain.apiserver.rest.BackendIdentity.Header;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** The headers that identify the caller to the server of an APIService. */
final class CallerHeaders {
  /** The characters of a header's name besides letters and digits. */
  private static final String MARKS = "!#$&'*+-.^_`|~";

  private CallerHeaders() {}

  static List<Header> of(User user) {
    List<Header> headers = new ArrayList<>();
    headers.add(new Header("X-Remote-User", user.name()));
    if (!user.uid().isEmpty()) {
      headers.add(new Header("X-Remote-Uid", user.uid()));
    }
    user.groups().forEach(group -> headers.add(new Header("X-Remote-Group", group)));
    user.extra()
        .forEach(
            (key, values) ->
                values.forEach(
                    value -> headers.add(new Header("X-Remote-Extra-" + escaped(key), value))));
    return headers;
  }

  private static String escaped(String key) {
    var escaped = new StringBuilder();
    for (byte b : key.getBytes(StandardCharsets.UTF_8)) {
      char c = (char) (b & 0xff);
      boolean plain =
          (c >= 'a' && c <= 'z')
              || (c >= 'A' && c <= 'Z')
              || (c >= '0' && c <= '9')
              || MARKS.indexOf(c) >= 0;
      escaped.append(plain ? String.valueOf(c) : String.format(Locale.ROOT, "%%%02X", (int) c));
    }
    return escaped.toString();
  }
}
