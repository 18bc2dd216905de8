package io.coxswain.node.network;

import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Writes local addresses for the names and cluster addresses of services in the texts of a
 * container, since no name service would know them.
 *
 * <p>{@code <service>.<namespace>}, with {@code .svc} and {@code .cluster.local} after it or not,
 * and cluster addresses are replaced wherever they stand alone. The name of a service of the pod's
 * own namespace may be any word, so it is replaced only where it is a host: in a URL, before one of
 * the service's ports, or as the whole value of a variable whose name ends with HOST, HOSTNAME,
 * ADDR, ADDRESS, SERVER or ENDPOINT. A port of the service that follows is replaced as well.
 */
public final class ServiceNames {
  private static final String ALONE = "(?<![A-Za-z0-9._-])(?<!(?<!/)/)";
  private static final String END = "(?![A-Za-z0-9_-])(?!\\.[A-Za-z0-9])";
  private static final Pattern HOST_VARIABLE =
      Pattern.compile(".*(HOST|HOSTNAME|ADDR|ADDRESS|SERVER|ENDPOINT)");

  private final String namespace;
  private final List<LocalService> services;

  /**
   * @param namespace of the pod
   */
  public ServiceNames(String namespace, List<LocalService> services) {
    this.namespace = namespace;
    this.services = List.copyOf(services);
  }

  /** The text of a variable. */
  public String replace(String variable, String value) {
    if (HOST_VARIABLE.matcher(variable).matches()) {
      for (LocalService service : services) {
        if (service.key().namespace().equals(namespace) && service.key().name().equals(value)) {
          return service.address();
        }
      }
    }
    return replace(value);
  }

  public String replace(String text) {
    String replaced = text;
    for (LocalService service : services) {
      if (replaced.contains(service.key().name())
          || (!service.clusterIp().isEmpty() && replaced.contains(service.clusterIp()))) {
        String before = replaced;
        replaced =
            pattern(service)
                .matcher(before)
                .replaceAll(found -> Matcher.quoteReplacement(replacement(service, before, found)));
      }
    }
    return replaced;
  }

  private Pattern pattern(LocalService service) {
    String name = Pattern.quote(service.key().name());
    String full =
        name
            + "\\."
            + Pattern.quote(service.key().namespace())
            + "(?:\\.svc(?:\\.cluster\\.local\\.?)?)?";
    String address = service.clusterIp().isEmpty() ? "" : "|" + Pattern.quote(service.clusterIp());
    String bare = service.key().namespace().equals(namespace) ? "|(" + name + ")" : "|(?!)()";
    return Pattern.compile(
        ALONE + "(?:" + full + address + bare + ")" + END + "(?:([: ])(\\d{1,5})(?!\\d))?");
  }

  private static String replacement(LocalService service, String text, MatchResult found) {
    boolean bare = found.group(1) != null;
    String separator = found.group(2) == null ? "" : found.group(2);
    String port = found.group(3) == null ? "" : found.group(3);
    boolean known = !port.isEmpty() && service.ports().containsKey(Integer.valueOf(port));
    String before = text.substring(0, found.start());
    boolean inUrl = before.endsWith("//") || before.endsWith("@");
    if (bare && !inUrl && !known) {
      return found.group();
    }
    if (known) {
      return service.address() + separator + service.port(Integer.parseInt(port));
    }
    if (separator.isEmpty() && inUrl) {
      int standard = standardPort(before);
      if (service.port(standard) != standard) {
        return service.address() + ":" + service.port(standard);
      }
    }
    return service.address() + separator + port;
  }

  /** The port of the URL whose host comes next; 0 if its scheme is not known. */
  private static int standardPort(String before) {
    String scheme = before.substring(0, Math.max(0, before.lastIndexOf("://")));
    if (scheme.endsWith("https")) {
      return 443;
    }
    return scheme.endsWith("http") ? 80 : 0;
  }

  /** The services of the namespace in the format of {@code /etc/hosts}. */
  public String hostsFile() {
    var text = new StringBuilder();
    for (LocalService service : services) {
      String name = service.key().name();
      String full = name + "." + service.key().namespace();
      text.append(service.address()).append(' ').append(full).append(".svc.cluster.local ");
      text.append(full).append(".svc ").append(full);
      if (service.key().namespace().equals(namespace)) {
        text.append(' ').append(name);
      }
      text.append('\n');
    }
    return text.toString();
  }
}
