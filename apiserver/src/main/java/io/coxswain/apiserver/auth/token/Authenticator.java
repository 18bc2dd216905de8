package io.coxswain.apiserver.auth.token;

import io.coxswain.apiserver.auth.User;
import io.coxswain.apiserver.error.StatusException;
import io.coxswain.env.ApiRequest;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CopyOnWriteArrayList;

/** Finds out whose a bearer token is. */
public final class Authenticator {
  private static final String BEARER = "bearer ";

  private final AccountTokens accounts;
  private final List<Fixed> fixed = new CopyOnWriteArrayList<>();

  public Authenticator(AccountTokens accounts) {
    this.accounts = accounts;
  }

  /** A token that is known from the start. */
  private record Fixed(byte[] token, User user) {

    @Override
    public String toString() {
      return "a token of " + user.name();
    }
  }

  /** From now on, who shows the token is the user. */
  public void accept(String token, User user) {
    fixed.add(new Fixed(token.getBytes(StandardCharsets.UTF_8), user));
  }

  /**
   * Who makes the request. An Authorization header, where there is one, is what counts: with a
   * token in it its owner, else nobody known.
   *
   * @param otherwise who it is by what came before the request, such as a client certificate
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

  /** What the token is worth for the audiences; none for this server itself. */
  public TokenVerification review(String token, List<String> audiences) {
    byte[] shown = token.getBytes(StandardCharsets.UTF_8);
    for (Fixed known : fixed) {
      if (MessageDigest.isEqual(known.token, shown)) {
        return new TokenVerification(known.user, List.of(AccountTokens.ISSUER), "");
      }
    }
    return accounts.verify(token, audiences);
  }
}
