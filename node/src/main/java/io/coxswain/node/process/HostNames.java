package io.coxswain.node.process;

import java.util.Comparator;
import java.util.Map;
import java.util.SortedSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Writes addresses for the names of pods in headless services, since no name service would know
 * them: {@code <hostname>.<service>}, alone or with {@code .<namespace>}, {@code .svc} and {@code
 * .cluster.local} after it.
 */
final class HostNames {
  private static final String HOSTNAME = "([a-z0-9](?:[-a-z0-9]*[a-z0-9])?)";

  private final Addresses addresses;
  private final String namespace;
  private final SortedSet<String> services;

  /**
   * @param services the headless services of the namespace
   */
  HostNames(Addresses addresses, String namespace, SortedSet<String> services) {
    this.addresses = addresses;
    this.namespace = namespace;
    this.services = services;
  }

  /**
   * Replaces each name in the text. One is taken for a name where it stands alone: not within a
   * longer one and not as part of a file's path.
   */
  String replace(String text) {
    if (services.isEmpty()) {
      return text;
    }
    String alternatives =
        services.stream()
            .sorted(Comparator.comparingInt(String::length).reversed())
            .map(Pattern::quote)
            .collect(Collectors.joining("|"));
    Pattern names =
        Pattern.compile(
            "(?<![A-Za-z0-9._-])(?<!(?<!/)/)"
                + HOSTNAME
                + "\\.("
                + alternatives
                + ")(?:\\."
                + Pattern.quote(namespace)
                + "(?:\\.svc(?:\\.cluster\\.local)?)?)?"
                + "(?![A-Za-z0-9_-])(?!\\.[A-Za-z0-9])");
    return names.matcher(text).replaceAll(this::address);
  }

  private String address(MatchResult found) {
    return addresses.local(namespace, found.group(1), found.group(2));
  }

  /** The names in the format of {@code /etc/hosts}. */
  String hostsFile() {
    var text = new StringBuilder("127.0.0.1 localhost\n");
    for (Map.Entry<String, String> entry : addresses.inNamespace(namespace).entrySet()) {
      String name = entry.getKey();
      text.append(entry.getValue()).append(' ');
      int dot = name.indexOf('.');
      if (dot > 0) {
        text.append(name).append('.').append(namespace).append(".svc.cluster.local ");
        text.append(name).append(' ').append(name, 0, dot);
      } else {
        text.append(name);
      }
      text.append('\n');
    }
    return text.toString();
  }
}
