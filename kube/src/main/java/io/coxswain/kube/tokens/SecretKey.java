package io.coxswain.kube.tokens;

import io.coxswain.api.ObjectKey;
import io.fabric8.kubernetes.api.model.Secret;

/**
 * One token Secret and its service account, which must be known after the Secret is deleted.
 *
 * @param accountUid empty if the Secret does not set it
 */
record SecretKey(ObjectKey key, String uid, String accountName, String accountUid) {
  static SecretKey of(Secret secret) {
    return new SecretKey(
        ObjectKey.of(secret),
        secret.getMetadata().getUid(),
        TokenNames.accountName(secret),
        TokenNames.accountUid(secret));
  }

  ObjectKey account() {
    return ObjectKey.of(key.namespace(), accountName);
  }

  @Override
  public String toString() {
    return key + " (" + uid + ") of " + accountName;
  }
}
