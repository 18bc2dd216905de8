package io.coxswain.kube.clusterroleaggregation;

import io.coxswain.api.ApiException;
import io.coxswain.api.LabelSelector;
import io.coxswain.api.ObjectKey;
import io.coxswain.runtime.client.Client;
import io.coxswain.runtime.controller.Outcome;
import io.coxswain.runtime.controller.Reconciler;
import io.coxswain.runtime.controller.Reconciliation;
import io.fabric8.kubernetes.api.model.rbac.ClusterRole;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBuilder;
import io.fabric8.kubernetes.api.model.rbac.PolicyRule;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.SequencedSet;
import org.jspecify.annotations.Nullable;

/** Aggregates the rules of one ClusterRole. */
final class AggregationReconciler implements Reconciler<ObjectKey> {
  private final Client client;

  AggregationReconciler(Client client) {
    this.client = client;
  }

  @Override
  public Outcome reconcile(ObjectKey key, Reconciliation pass) throws ApiException {
    Optional<ClusterRole> role =
        client.get(ClusterRole.class, key).filter(r -> r.getAggregationRule() != null);
    if (role.isPresent()) {
      List<PolicyRule> rules = List.copyOf(rules(role.get()));
      @Nullable List<PolicyRule> before = role.get().getRules();
      if (!rules.equals(before == null ? List.of() : before)) {
        client.apply(
            new ClusterRoleBuilder()
                .withNewMetadata()
                .withName(key.name())
                .endMetadata()
                .withRules(rules)
                .build());
      }
    }
    return Outcome.done();
  }

  /** Unites rules in the order of selectors and roles, without duplicates. */
  private SequencedSet<PolicyRule> rules(ClusterRole role) throws ApiException {
    var rules = new LinkedHashSet<PolicyRule>();
    for (var selector : role.getAggregationRule().getClusterRoleSelectors()) {
      var parts =
          new ArrayList<>(
              client.list(ClusterRole.class).labels(LabelSelector.of(selector)).toList());
      parts.removeIf(p -> p.getMetadata().getName().equals(role.getMetadata().getName()));
      for (ClusterRole part : parts) {
        @Nullable List<PolicyRule> its = part.getRules();
        if (its != null) {
          rules.addAll(its);
        }
      }
    }
    return rules;
  }
}
