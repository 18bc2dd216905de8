package io.coxswain.apiserver.auth.token;

import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.api.ObjectKey;
import io.coxswain.api.Timestamps;
import io.coxswain.apiserver.auth.User;
import io.coxswain.apiserver.json.Meta;
import io.coxswain.apiserver.store.Snapshot;
import io.coxswain.apiserver.store.Stored;
import io.coxswain.env.Clock;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Authenticates bootstrap tokens, with which a new node introduces itself. A token {@code
 * ID.SECRET} is valid while the Secret {@code kube-system/bootstrap-token-ID} holds the same
 * secret, allows authentication and has not expired.
 */
final class BootstrapTokens {
  private static final String NAMESPACE = "kube-system";
  private static final String NAME_PREFIX = "bootstrap-token-";
  private static final String TYPE = "bootstrap.kubernetes.io/token";
  private static final String USER_PREFIX = "system:bootstrap:";
  private static final String GROUP = "system:bootstrappers";
  private static final Pattern TOKEN = Pattern.compile("([a-z0-9]{6})\\.([a-z0-9]{16})");
  private static final Pattern EXTRA_GROUP =
      Pattern.compile("system:bootstrappers:[a-z0-9:-]{0,255}[a-z0-9]");

  private final Supplier<Snapshot> head;
  private final Clock clock;

  BootstrapTokens(Supplier<Snapshot> head, Clock clock) {
    this.head = head;
    this.clock = clock;
  }

  /** The user of a token; empty if it is not a valid bootstrap token. */
  Optional<User> verify(String token) {
    Matcher parts = TOKEN.matcher(token);
    if (!parts.matches()) {
      return Optional.empty();
    }
    String id = parts.group(1);
    Stored stored = head.get().find("secrets", ObjectKey.of(NAMESPACE, NAME_PREFIX + id));
    if (stored == null) {
      return Optional.empty();
    }
    JsonNode secret = stored.tree();
    JsonNode data = secret.path("data");
    boolean valid =
        Meta.text(secret, "/type").equals(TYPE)
            && Meta.text(secret, "/metadata/deletionTimestamp").isEmpty()
            && MessageDigest.isEqual(bytes(data, "token-secret"), utf8(parts.group(2)))
            && text(data, "token-id").equals(id)
            && !isExpired(text(data, "expiration"))
            && text(data, "usage-bootstrap-authentication").equals("true");
    return valid
        ? groups(data).map(groups -> new User(USER_PREFIX + id, groups))
        : Optional.empty();
  }

  /** A time that cannot be read counts as expired. */
  private boolean isExpired(String expiration) {
    if (expiration.isEmpty()) {
      return false;
    }
    try {
      Instant end = Timestamps.instant(expiration);
      return !clock.now().isBefore(end);
    } catch (DateTimeException e) {
      return true;
    }
  }

  /** The groups of the token; empty if one of them is not allowed. */
  private static Optional<List<String>> groups(JsonNode data) {
    var extra = new TreeSet<String>();
    for (String group : text(data, "auth-extra-groups").split(",")) {
      if (!group.isEmpty()) {
        if (!EXTRA_GROUP.matcher(group).matches()) {
          return Optional.empty();
        }
        extra.add(group);
      }
    }
    var all = new ArrayList<String>(List.of(GROUP));
    all.addAll(extra);
    all.add(User.AUTHENTICATED);
    return Optional.of(all);
  }

  private static String text(JsonNode data, String key) {
    return new String(bytes(data, key), StandardCharsets.UTF_8);
  }

  private static byte[] bytes(JsonNode data, String key) {
    return Base64.getDecoder().decode(data.path(key).asText(""));
  }

  private static byte[] utf8(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
