package io.coxswain.kube.tokens;

import io.coxswain.api.ObjectKey;
import io.fabric8.kubernetes.api.model.ServiceAccount;

/** One service account; another one with the same name has another UID. */
record AccountKey(ObjectKey key, String uid) {
  static AccountKey of(ServiceAccount account) {
    return new AccountKey(ObjectKey.of(account), account.getMetadata().getUid());
  }

  @Override
  public String toString() {
    return key + " (" + uid + ")";
  }
}
