package io.coxswain.apiserver.auth;

import io.coxswain.apiserver.error.StatusException;
import io.coxswain.env.ApiRequest;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * Impersonation by request headers. The values of a repeated header are in one text, one per line.
 */
public final class Impersonation {
  private static final String PREFIX = "impersonate-";
  private static final String USER = PREFIX + "user";
  private static final String GROUP = PREFIX + "group";
  private static final String UID = PREFIX + "uid";
  private static final String EXTRA = PREFIX + "extra-";
  private static final String AUTHENTICATION = "authentication.k8s.io";
  private static final String ACCOUNT = "system:serviceaccount:";

  private Impersonation() {}

  /** One attribute that the caller wants to impersonate; each needs a permission. */
  private record Wish(String kind, String namespace, String name, String field) {

    AuthorizationAttributes access(User caller) {
      return switch (kind) {
        case "ServiceAccount" -> impersonate(caller, "", "serviceaccounts");
        case "User" -> impersonate(caller, "", "users");
        case "Group" -> impersonate(caller, "", "groups");
        case "UID" -> impersonate(caller, AUTHENTICATION, "uids");
        default -> impersonate(caller, AUTHENTICATION, "userextras").withSubresource(field);
      };
    }

    private AuthorizationAttributes impersonate(User caller, String group, String resource) {
      return AuthorizationAttributes.resource(
          caller, "impersonate", group, resource, namespace, name);
    }

    /** As upstream prints an object reference. */
    String inGo() {
      boolean grouped = kind.equals("UID") || kind.equals("UserExtra");
      return "{"
          + String.join(
              " ", kind, namespace, name, "", grouped ? AUTHENTICATION + "/v1" : "", "", field)
          + "}";
    }
  }

  /**
   * The user on whose behalf to process the request: the caller, unless it impersonates another.
   */
  public static User of(ApiRequest request, User caller, Authorizer authorizer) {
    SortedMap<String, String> headers = request.headers().tailMap(PREFIX);
    if (headers.isEmpty() || !headers.firstKey().startsWith(PREFIX)) {
      return caller;
    }
    List<Wish> wishes = wishes(headers);
    if (wishes.isEmpty()) {
      return caller;
    }
    for (Wish wish : wishes) {
      AuthorizationAttributes access = wish.access(caller);
      Decision decision = authorizer.decide(access);
      if (!decision.allowed()) {
        throw Forbidden.of(access, decision.reason());
      }
    }
    return user(wishes);
  }

  private static List<Wish> wishes(SortedMap<String, String> headers) {
    var wishes = new ArrayList<Wish>();
    String name = first(headers, USER);
    if (!name.isEmpty()) {
      String[] parts =
          name.startsWith(ACCOUNT) ? name.substring(ACCOUNT.length()).split(":") : null;
      wishes.add(
          parts != null && parts.length == 2 && !parts[0].isEmpty() && !parts[1].isEmpty()
              ? new Wish("ServiceAccount", parts[0], parts[1], "")
              : new Wish("User", "", name, ""));
    }
    if (headers.containsKey(GROUP)) {
      for (String group : values(headers.get(GROUP))) {
        wishes.add(new Wish("Group", "", group, ""));
      }
    }
    for (Map.Entry<String, String> header : headers.entrySet()) {
      if (header.getKey().startsWith(EXTRA)) {
        String key = decoded(header.getKey().substring(EXTRA.length()));
        for (String value : values(header.getValue())) {
          wishes.add(new Wish("UserExtra", "", value, key));
        }
      }
    }
    String uid = first(headers, UID);
    if (!uid.isEmpty()) {
      wishes.add(new Wish("UID", "", uid, ""));
    }
    if (name.isEmpty() && !wishes.isEmpty()) {
      throw StatusException.badRequest(
          wishes.stream().map(Wish::inGo).collect(Collectors.joining(" ", "requested [", "]"))
              + " without impersonating a user");
    }
    return wishes;
  }

  /** Of a header that must occur once, upstream reads the first value. */
  private static String first(SortedMap<String, String> headers, String name) {
    return values(headers.getOrDefault(name, ""))[0];
  }

  private static String[] values(String lines) {
    return lines.split("\n", -1);
  }

  private static User user(List<Wish> wishes) {
    String name = "";
    String uid = "";
    var groups = new ArrayList<String>();
    var extra = new TreeMap<String, List<String>>();
    for (Wish wish : wishes) {
      switch (wish.kind) {
        case "ServiceAccount" -> name = ACCOUNT + wish.namespace + ":" + wish.name;
        case "User" -> name = wish.name;
        case "Group" -> groups.add(wish.name);
        case "UID" -> uid = wish.name;
        default -> extra.computeIfAbsent(wish.field, f -> new ArrayList<>()).add(wish.name);
      }
    }
    Wish first = wishes.getFirst();
    if (first.kind.equals("ServiceAccount") && groups.isEmpty()) {
      groups.add("system:serviceaccounts");
      groups.add("system:serviceaccounts:" + first.namespace);
    }
    boolean anonymous = name.equals(User.ANONYMOUS.name());
    boolean said = groups.contains(User.UNAUTHENTICATED);
    if (anonymous && !said) {
      groups.add(User.UNAUTHENTICATED);
    } else if (!anonymous && !said && !groups.contains(User.AUTHENTICATED)) {
      groups.add(User.AUTHENTICATED);
    }
    return new User(name, uid, groups, extra);
  }

  private static String decoded(String key) {
    try {
      return URLDecoder.decode(key.replace("+", "%2B"), StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      return key; // a percent sign that begins no escape sequence is literal
    }
  }
}
