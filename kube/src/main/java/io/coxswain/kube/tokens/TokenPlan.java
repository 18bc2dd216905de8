package io.coxswain.kube.tokens;

import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.ServiceAccount;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import java.util.TreeMap;

/** The fields that a token Secret lacks. */
record TokenPlan(boolean rootCa, boolean namespace, boolean token) {

  /**
   * @param rootCa in PEM; empty if there is none to add
   */
  static TokenPlan of(Secret secret, String rootCa) {
    Map<String, String> data = secret.getData() == null ? Map.of() : secret.getData();
    return new TokenPlan(
        !rootCa.isEmpty() && !encoded(rootCa).equals(data.getOrDefault("ca.crt", "")),
        data.getOrDefault("namespace", "").isEmpty(),
        data.getOrDefault("token", "").isEmpty());
  }

  boolean isNothing() {
    return !rootCa && !namespace && !token;
  }

  /** Sets the missing fields. */
  void fill(Secret secret, ServiceAccount account, String certificates, TokenSigner signer) {
    var data = new TreeMap<String, String>();
    if (secret.getData() != null) {
      data.putAll(secret.getData());
    }
    if (rootCa) {
      data.put("ca.crt", encoded(certificates));
    }
    if (namespace) {
      data.put("namespace", encoded(secret.getMetadata().getNamespace()));
    }
    if (token) {
      data.put("token", encoded(signer.token(account, secret)));
    }
    secret.setData(data);
    var annotations = new TreeMap<String, String>();
    if (secret.getMetadata().getAnnotations() != null) {
      annotations.putAll(secret.getMetadata().getAnnotations());
    }
    annotations.put(TokenNames.ACCOUNT_NAME, account.getMetadata().getName());
    annotations.put(TokenNames.ACCOUNT_UID, account.getMetadata().getUid());
    secret.getMetadata().setAnnotations(annotations);
  }

  private static String encoded(String text) {
    return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
  }
}
