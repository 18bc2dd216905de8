package io.coxswain.kube.host.serving;

import io.coxswain.runtime.access.User;
import io.coxswain.runtime.http.Request;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Supplier;

/** Authenticates by the headers of a proxy with a trusted client certificate. */
final class HeaderAuthenticator implements Authenticator {
  private final Supplier<RequestHeaders> settings;

  HeaderAuthenticator(Supplier<RequestHeaders> settings) {
    this.settings = settings;
  }

  @Override
  public Optional<User> authenticate(Request request) throws InvalidCredentials {
    RequestHeaders how = settings.get();
    if (how.cas().isEmpty() || request.clientChain().isEmpty()) {
      return Optional.empty();
    }
    if (!how.cas().vouchFor(request.clientChain())) {
      return Optional.empty(); // possibly an ordinary client certificate
    }
    String proxy = CertificateAuthenticator.first(request.clientChain().getFirst(), "CN");
    if (!how.allowedNames().isEmpty() && !how.allowedNames().contains(proxy)) {
      throw new InvalidCredentials(
          "x509: subject with cn=" + proxy + " is not in the allowed list");
    }
    String name = first(request, how.userHeaders());
    if (name.isEmpty()) {
      return Optional.empty();
    }
    var groups = new ArrayList<String>();
    for (String header : how.groupHeaders()) {
      String value = request.header(header);
      if (!value.isEmpty()) {
        groups.addAll(List.of(value.split(",\\s*")));
      }
    }
    return Optional.of(
        new User(name, first(request, how.uidHeaders()), groups, extra(request, how)));
  }

  private static String first(Request request, List<String> headers) {
    return headers.stream()
        .map(request::header)
        .filter(value -> !value.isEmpty())
        .findFirst()
        .orElse("");
  }

  private static SortedMap<String, List<String>> extra(Request request, RequestHeaders how) {
    var extra = new TreeMap<String, List<String>>();
    for (String prefix : how.extraPrefixes()) {
      String lower = prefix.toLowerCase(Locale.ROOT);
      for (Map.Entry<String, String> header : request.headers().entrySet()) {
        if (header.getKey().startsWith(lower)) {
          String key =
              URLDecoder.decode(header.getKey().substring(lower.length()), StandardCharsets.UTF_8);
          extra.put(key, List.of(header.getValue()));
        }
      }
    }
    return extra;
  }
}
