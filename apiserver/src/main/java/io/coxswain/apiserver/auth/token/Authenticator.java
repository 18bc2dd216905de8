package io.coxswain.apiserver.auth.token;

import io.coxswain.apiserver.auth.User;
import io.coxswain.apiserver.error.StatusException;
import io.coxswain.apiserver.store.Snapshot;
import io.coxswain.env.ApiRequest;
import io.coxswain.env.Clock;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;

/** Authenticates bearer tokens. */
public final class Authenticator {
  private static final String BEARER = "bearer ";

  private final AccountTokens accounts;
  private final BootstrapTokens bootstrap;
  private final List<Fixed> fixed = new CopyOnWriteArrayList<>();

  public Authenticator(AccountTokens accounts, Supplier<Snapshot> head, Clock clock) {
    this.accounts = accounts;
    this.bootstrap = new BootstrapTokens(head, clock);
  }

  /** A static token. */
  private record Fixed(byte[] token, User user) {

    @Override
    public String toString() {
      return "a token of " + user.name();
    }
  }

  /** Accepts the token for the user from now on. */
  public void accept(String token, User user) {
    fixed.add(new Fixed(token.getBytes(StandardCharsets.UTF_8), user));
  }

  /**
   * The user of a request. An Authorization header takes precedence: the user of its token, or
   * anonymous.
   *
   * @param otherwise the user by other means, such as a client certificate
   */
  public User of(ApiRequest request, User otherwise) {
    String header = request.header("authorization");
    if (header == null) {
      return otherwise;
    }
    if (!header.toLowerCase(Locale.ROOT).startsWith(BEARER)) {
      return User.ANONYMOUS;
    }
    String token = header.substring(BEARER.length()).strip();
    if (token.isEmpty()) {
      return User.ANONYMOUS;
    }
    User user = review(token, List.of()).user();
    if (user == null) {
      throw StatusException.unauthorized();
    }
    return user;
  }

  /** Verifies the token for the audiences; for this server itself if none are given. */
  public TokenVerification review(String token, List<String> audiences) {
    byte[] shown = token.getBytes(StandardCharsets.UTF_8);
    for (Fixed known : fixed) {
      if (MessageDigest.isEqual(known.token, shown)) {
        return new TokenVerification(known.user, List.of(AccountTokens.ISSUER), "");
      }
    }
    return bootstrap
        .verify(token)
        .map(user -> new TokenVerification(user, List.of(AccountTokens.ISSUER), ""))
        .orElseGet(() -> accounts.verify(token, audiences));
  }
}
