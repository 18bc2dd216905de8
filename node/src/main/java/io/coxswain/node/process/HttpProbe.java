package io.coxswain.node.process;

import io.coxswain.env.Sockets;
import io.fabric8.kubernetes.api.model.HTTPGetAction;
import io.fabric8.kubernetes.api.model.HTTPHeader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The GET request of a probe or hook, with a kubelet's default headers. Only the status line of the
 * response is read; a status from 200 to 399 is a success.
 */
final class HttpProbe {
  private static final int MAX_STATUS_LINE_LENGTH = 1024;

  private HttpProbe() {}

  /**
   * Sends the request and reads the status.
   *
   * @param hostAndPort for the header Host, unless the action has one
   * @return why it failed; empty if it succeeded
   */
  static Optional<String> send(
      HTTPGetAction action, String hostAndPort, Sockets.Connection connection) throws IOException {
    OutputStream out = connection.output();
    out.write(request(action, hostAndPort).getBytes(StandardCharsets.UTF_8));
    out.flush();
    String[] words = firstLine(connection.input()).split(" ", 3);
    int code = words.length > 1 && words[1].matches("\\d{3}") ? Integer.parseInt(words[1]) : 0;
    return code >= 200 && code < 400
        ? Optional.empty()
        : Optional.of("HTTP probe failed with statuscode: " + code);
  }

  private static String request(HTTPGetAction action, String hostAndPort) throws IOException {
    String path = action.getPath() == null || action.getPath().isEmpty() ? "/" : action.getPath();
    rejectLineBreaks(path, "the path");
    var request = new StringBuilder("GET ");
    request.append(path.startsWith("/") ? path : "/" + path).append(" HTTP/1.1\r\n");
    headers(action, hostAndPort)
        .forEach(
            (name, values) ->
                values.forEach(
                    value -> request.append(name).append(": ").append(value).append("\r\n")));
    return request.append("Connection: close\r\n\r\n").toString();
  }

  /** The headers of the action, and a kubelet's for those that it does not name. */
  private static Map<String, List<String>> headers(HTTPGetAction action, String hostAndPort)
      throws IOException {
    var headers = new TreeMap<String, List<String>>(String.CASE_INSENSITIVE_ORDER);
    for (HTTPHeader header : action.getHttpHeaders()) {
      String value = header.getValue() == null ? "" : header.getValue();
      rejectLineBreaks(header.getName(), "the name of a header");
      rejectLineBreaks(value, "the value of header " + header.getName());
      List<String> values = headers.computeIfAbsent(header.getName(), _ -> new ArrayList<>());
      if (!value.isEmpty()) {
        values.add(value); // an empty value removes a header that would be sent by default
      }
    }
    headers.putIfAbsent("Host", List.of(hostAndPort));
    headers.putIfAbsent("User-Agent", List.of("kube-probe/1.35"));
    headers.putIfAbsent("Accept", List.of("*/*"));
    return headers;
  }

  private static void rejectLineBreaks(String text, String what) throws IOException {
    if (text.indexOf('\r') >= 0 || text.indexOf('\n') >= 0) {
      throw new IOException(what + " contains a line break");
    }
  }

  private static String firstLine(InputStream in) throws IOException {
    var line = new ByteArrayOutputStream();
    for (int next = in.read();
        next >= 0 && next != '\n' && line.size() < MAX_STATUS_LINE_LENGTH;
        next = in.read()) {
      line.write(next);
    }
    return line.toString(StandardCharsets.US_ASCII).strip();
  }
}
