package io.coxswain.apiserver.auth.token;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.GoQuote;
import io.coxswain.api.Json;
import io.coxswain.api.ObjectKey;
import io.coxswain.api.Timestamps;
import io.coxswain.apiserver.auth.User;
import io.coxswain.apiserver.json.Meta;
import io.coxswain.apiserver.store.Snapshot;
import io.coxswain.apiserver.store.Stored;
import io.coxswain.env.Clock;
import io.coxswain.env.Entropy;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Issues and verifies service account tokens. */
public final class AccountTokens {
  public static final String ISSUER = "https://kubernetes.default.svc";
  private static final String LEGACY_ISSUER = "kubernetes/serviceaccount";
  private static final String LEGACY = "kubernetes.io/serviceaccount/";
  private static final List<String> OWN_AUDIENCES = List.of(ISSUER);
  private static final Duration LEEWAY = Duration.ofMinutes(1);
  private static final int MAX_REMEMBERED = 1024;

  private final Supplier<byte[]> seed;
  private final Supplier<Snapshot> head;
  private final Clock clock;
  private final Entropy ids;

  /** Tokens with a verified signature; the objects they are bound to are looked up each time. */
  private final ConcurrentHashMap<String, WebToken> verified = new ConcurrentHashMap<>();

  private volatile @Nullable SigningKey key;
  private volatile Consumer<Stored> use = secret -> {};

  /**
   * @param seed at least 32 secret bytes, the same each time
   */
  public AccountTokens(
      Supplier<byte[]> seed, Supplier<Snapshot> head, Clock clock, Entropy entropy) {
    this.seed = seed;
    this.head = head;
    this.clock = clock;
    this.ids = entropy.derive("token-ids");
  }

  /** Sets a listener that is notified of the first use per day of a token stored in a Secret. */
  public void onUse(Consumer<Stored> listener) {
    use = listener;
  }

  /** An object that a token is bound to. */
  public record Reference(String name, String uid) {}

  /**
   * The content of a token.
   *
   * @param warnAfterSeconds 0 for none
   */
  public record Grant(
      ObjectKey account,
      String accountUid,
      List<String> audiences,
      long expirationSeconds,
      long warnAfterSeconds,
      @Nullable Reference pod,
      @Nullable Reference node,
      @Nullable Reference secret) {}

  /** The key that signs tokens, in PEM. A secret. */
  public byte[] keyPem() throws IOException {
    return key().pem();
  }

  public String issue(Grant grant) {
    Instant now = clock.now();
    ObjectNode claims = Json.MAPPER.createObjectNode();
    grant.audiences.forEach(claims.putArray("aud")::add);
    claims.put("exp", now.getEpochSecond() + grant.expirationSeconds);
    claims.put("iat", now.getEpochSecond());
    claims.put("iss", ISSUER);
    claims.put("jti", ids.uuid().toString());
    ObjectNode bound = claims.putObject("kubernetes.io");
    bound.put("namespace", grant.account.namespace());
    refer(bound, "node", grant.node);
    refer(bound, "pod", grant.pod);
    refer(bound, "secret", grant.secret);
    refer(bound, "serviceaccount", new Reference(grant.account.name(), grant.accountUid));
    if (grant.warnAfterSeconds > 0) {
      bound.put("warnafter", now.getEpochSecond() + grant.warnAfterSeconds);
    }
    claims.put("nbf", now.getEpochSecond());
    claims.put("sub", userName(grant.account));
    return WebToken.sign(key(), claims);
  }

  private static void refer(ObjectNode bound, String kind, @Nullable Reference reference) {
    if (reference != null) {
      ObjectNode there = bound.putObject(kind);
      there.put("name", reference.name);
      if (!reference.uid.isEmpty()) {
        there.put("uid", reference.uid);
      }
    }
  }

  /**
   * Verifies a token.
   *
   * @param audiences one of which must match; empty for this server itself
   */
  public TokenVerification verify(String text, List<String> audiences) {
    WebToken token = verified.get(text);
    if (token == null) {
      token = WebToken.parse(text).orElse(null);
      if (token == null || !isOurs(token)) {
        return TokenVerification.unknown();
      }
      if (!token.isSignedBy(key())) {
        return TokenVerification.bad("go-jose/go-jose: error in cryptographic primitive");
      }
      if (verified.size() >= MAX_REMEMBERED) {
        verified.clear();
      }
      verified.put(text, token);
    }
    List<String> wanted = audiences.isEmpty() ? OWN_AUDIENCES : audiences;
    List<String> said = strings(token.claims().path("aud"));
    List<String> theirs = said.isEmpty() ? OWN_AUDIENCES : said;
    List<String> common = theirs.stream().filter(wanted::contains).toList();
    if (common.isEmpty()) {
      return TokenVerification.bad(
          "token audiences "
              + GoQuote.of(theirs)
              + " is invalid for the target audiences "
              + GoQuote.of(wanted));
    }
    try {
      boolean legacy = issuer(token).equals(LEGACY_ISSUER);
      return new TokenVerification(legacy ? legacy(token, text) : bound(token), common, "");
    } catch (Invalid e) {
      return TokenVerification.bad(String.valueOf(e.getMessage()));
    }
  }

  private static boolean isOurs(WebToken token) {
    return issuer(token).equals(ISSUER) || issuer(token).equals(LEGACY_ISSUER);
  }

  private static String issuer(WebToken token) {
    return token.claims().path("iss").asText("");
  }

  /** The key set with which others verify tokens. */
  public ObjectNode keySet() {
    ObjectNode set = Json.MAPPER.createObjectNode();
    set.putArray("keys").add(key().webKey());
    return set;
  }

  private SigningKey key() {
    SigningKey known = key;
    if (known == null) {
      // Two tasks may both get here; they create the same key.
      known = SigningKey.of(seed.get());
      key = known;
    }
    return known;
  }

  static String userName(ObjectKey account) {
    return "system:serviceaccount:" + account.namespace() + ":" + account.name();
  }

  private User bound(WebToken token) throws Invalid {
    JsonNode claims = token.claims();
    Instant now = clock.now();
    if (claims.has("exp") && now.isAfter(time(claims, "exp").plus(LEEWAY))) {
      throw new Invalid("service account token has expired");
    }
    if (claims.has("nbf") && now.isBefore(time(claims, "nbf").minus(LEEWAY))) {
      throw new Invalid("service account token is not valid yet");
    }
    JsonNode to = claims.path("kubernetes.io");
    String namespace = Meta.text(to, "/namespace");
    var account = ObjectKey.of(namespace, Meta.text(to, "/serviceaccount/name"));
    account(account, Meta.text(to, "/serviceaccount/uid"), now);
    alive("Secret", "secrets", namespace, to.path("secret"), "service account secret ref", now);
    alive("Pod", "pods", namespace, to.path("pod"), "service account pod ref", now);
    if (!to.has("pod")) {
      alive("Node", "nodes", "", to.path("node"), "service account node ref", now);
    }
    var extra = new TreeMap<String, List<String>>();
    for (String kind : List.of("node", "pod")) {
      for (String part : List.of("name", "uid")) {
        String value = Meta.text(to, "/" + kind + "/" + part);
        if (!value.isEmpty()) {
          extra.put("authentication.kubernetes.io/" + kind + "-" + part, List.of(value));
        }
      }
    }
    String id = claims.path("jti").asText("");
    if (!id.isEmpty()) {
      extra.put("authentication.kubernetes.io/credential-id", List.of("JTI=" + id));
    }
    return user(account, Meta.text(to, "/serviceaccount/uid"), extra);
  }

  private static User user(
      ObjectKey account, String uid, java.util.SortedMap<String, List<String>> extra) {
    return new User(
        userName(account),
        uid,
        List.of(
            "system:serviceaccounts",
            "system:serviceaccounts:" + account.namespace(),
            User.AUTHENTICATED),
        extra);
  }

  private void account(ObjectKey key, String uid, Instant now) throws Invalid {
    Stored account = head.get().find("serviceaccounts", key);
    if (account == null) {
      throw new Invalid("serviceaccounts " + GoQuote.of(key.name()) + " not found");
    }
    if (!account.uid().equals(uid)) {
      throw new Invalid(
          "service account UID (" + account.uid() + ") does not match claim (" + uid + ")");
    }
    if (isGone(account, now)) {
      throw new Invalid("service account " + key + " has been deleted");
    }
  }

  private void alive(
      String kind,
      String collection,
      String namespace,
      JsonNode reference,
      String claim,
      Instant now)
      throws Invalid {
    if (reference.isMissingNode()) {
      return;
    }
    Stored object =
        head.get().find(collection, ObjectKey.of(namespace, Meta.text(reference, "/name")));
    if (object == null) {
      throw new Invalid("service account token has been invalidated");
    }
    String uid = Meta.text(reference, "/uid");
    if (!object.uid().equals(uid)) {
      String shown = kind.equals("Secret") ? "secret" : kind.equals("Pod") ? "pod" : "node";
      throw new Invalid(
          shown + " UID (" + object.uid() + ") does not match " + claim + " claim (" + uid + ")");
    }
    if (isGone(object, now)) {
      throw new Invalid("service account token has been invalidated");
    }
  }

  /** Whether its deletion timestamp is so old that its tokens are no longer valid. */
  private static boolean isGone(Stored object, Instant now) {
    String deletion = Meta.text(object.tree(), "/metadata/deletionTimestamp");
    return !deletion.isEmpty() && Timestamps.instant(deletion).isBefore(now.minus(LEEWAY));
  }

  /** A token that is stored in a Secret and valid as long as the Secret exists. */
  private User legacy(WebToken token, String text) throws Invalid {
    JsonNode claims = token.claims();
    String namespace = claim(claims, "namespace", "namespace");
    String secretName = claim(claims, "secret.name", "secretName");
    String name = claim(claims, "service-account.name", "serviceAccountName");
    String uid = claim(claims, "service-account.uid", "serviceAccountUID");
    var key = ObjectKey.of(namespace, name);
    if (!claims.path("sub").asText("").equals(userName(key))) {
      throw new Invalid("sub claim is invalid");
    }
    Stored secret = head.get().find("secrets", ObjectKey.of(namespace, secretName));
    if (secret == null || Meta.deleting(secret.tree())) {
      throw new Invalid("Token has been invalidated");
    }
    byte[] copy = decoded(Meta.text(secret.tree(), "/data/token"));
    if (!MessageDigest.isEqual(copy, text.getBytes(StandardCharsets.UTF_8))) {
      throw new Invalid("Token does not match server's copy");
    }
    Stored account = head.get().find("serviceaccounts", key);
    if (account == null) {
      throw new Invalid("serviceaccounts " + GoQuote.of(name) + " not found");
    }
    if (Meta.deleting(account.tree())) {
      throw new Invalid("ServiceAccount " + key + " has been deleted");
    }
    if (!account.uid().equals(uid)) {
      throw new Invalid(
          "ServiceAccount UID (" + account.uid() + ") does not match claim (" + uid + ")");
    }
    if (TokenTracking.isInvalid(secret)) {
      throw new Invalid(
          "the token in secret "
              + secret.key()
              + " for service account "
              + key
              + " has been marked invalid. Use tokens from the TokenRequest API or manually"
              + " created secret-based tokens, or remove the"
              + " 'kubernetes.io/legacy-token-invalid-since' label from the secret to temporarily"
              + " allow use of this token");
    }
    if (TokenTracking.isNews(secret, clock.now())) {
      use.accept(secret);
    }
    return user(key, uid, new TreeMap<>());
  }

  private static String claim(JsonNode claims, String name, String shown) throws Invalid {
    String value = claims.path(LEGACY + name).asText("");
    if (value.isEmpty()) {
      throw new Invalid(shown + " claim is missing");
    }
    return value;
  }

  private static byte[] decoded(String base64) {
    try {
      return Base64.getDecoder().decode(base64);
    } catch (IllegalArgumentException e) {
      return new byte[0]; // matches no token
    }
  }

  private static Instant time(JsonNode claims, String name) {
    return Instant.ofEpochSecond(claims.path(name).asLong());
  }

  private static List<String> strings(JsonNode audiences) {
    if (audiences.isTextual()) {
      return List.of(audiences.asText());
    }
    var all = new ArrayList<String>();
    audiences.forEach(audience -> all.add(audience.asText()));
    return all;
  }

  /** A token with a valid signature that is no longer valid. */
  private static final class Invalid extends Exception {
    Invalid(String why) {
      super(why, null, false, false);
    }
  }
}
