package io.coxswain.kube.tokens;

import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.ServiceAccount;

/** Types, annotations and keys of token Secrets. */
final class TokenNames {
  static final String TYPE = "kubernetes.io/service-account-token";
  static final String ACCOUNT_NAME = "kubernetes.io/service-account.name";
  static final String ACCOUNT_UID = "kubernetes.io/service-account.uid";

  private TokenNames() {}

  static boolean isToken(Secret secret) {
    return TYPE.equals(secret.getType());
  }

  static String accountName(Secret secret) {
    return annotation(secret, ACCOUNT_NAME);
  }

  static String accountUid(Secret secret) {
    return annotation(secret, ACCOUNT_UID);
  }

  private static String annotation(Secret secret, String name) {
    var annotations = secret.getMetadata().getAnnotations();
    return annotations == null ? "" : annotations.getOrDefault(name, "");
  }

  /** Whether the Secret is a token of the given service account. */
  static boolean isTokenOf(Secret secret, AccountKey account) {
    String uid = accountUid(secret);
    return isToken(secret)
        && accountName(secret).equals(account.key().name())
        && (uid.isEmpty() || uid.equals(account.uid()));
  }

  /** Whether a Secret with this UID, or without one, refers to the service account. */
  static boolean means(String uid, ServiceAccount account) {
    return uid.isEmpty() || uid.equals(account.getMetadata().getUid());
  }
}
