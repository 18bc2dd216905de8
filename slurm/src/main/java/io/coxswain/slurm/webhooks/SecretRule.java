package io.coxswain.slurm.webhooks;

import io.coxswain.api.ApiException;
import io.coxswain.api.ObjectKey;
import io.coxswain.api.slurm.SlurmCluster;
import io.coxswain.runtime.client.Reader;
import io.coxswain.runtime.webhook.Review;
import io.coxswain.runtime.webhook.ValidationResult;
import io.fabric8.kubernetes.api.model.Secret;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The password of a database outlives any mistake: no edit, no deletion while its cluster is. */
final class SecretRule {
  private static final Logger log = LoggerFactory.getLogger(SecretRule.class);
  static final String CLUSTER = "slurm.nebius.ai/cluster";

  private final Reader client;

  SecretRule(Reader client) {
    this.client = client;
  }

  ValidationResult check(Review<Secret> review) {
    return switch (review) {
      case Review.Create<Secret>(Secret secret) ->
          annotations(secret).containsKey(CLUSTER)
              ? ValidationResult.allow()
              : ValidationResult.deny("secret must have an annotation '%s'".formatted(CLUSTER));
      case Review.Update<Secret> _ ->
          ValidationResult.deny("update operations are not allowed for Secret resources");
      case Review.Delete<Secret>(Secret secret) -> delete(secret);
    };
  }

  private ValidationResult delete(Secret secret) {
    String cluster = annotations(secret).get(CLUSTER);
    if (cluster == null) {
      return ValidationResult.allow();
    }
    try {
      // Of the server, not of the cache: the deletion of a namespace must not wait for a watch.
      return client
              .live()
              .get(SlurmCluster.class, ObjectKey.of(secret.getMetadata().getNamespace(), cluster))
              .isPresent()
          ? ValidationResult.deny(
              "cannot delete Secret because referenced SlurmCluster '%s' exists".formatted(cluster))
          : ValidationResult.allow();
    } catch (ApiException e) {
      log.atWarn()
          .addKeyValue("slurmCluster", cluster)
          .setCause(e)
          .log("Failed to get SlurmCluster, allowing deletion of Secret");
      return ValidationResult.allow();
    }
  }

  private static Map<String, String> annotations(Secret secret) {
    Map<String, String> annotations = secret.getMetadata().getAnnotations();
    return annotations == null ? Map.of() : annotations;
  }
}
