package io.coxswain.kube.trustbundle;

import io.coxswain.api.ApiException;
import io.coxswain.runtime.client.Client;
import io.coxswain.runtime.client.Deletion;
import io.coxswain.runtime.controller.Outcome;
import io.coxswain.runtime.controller.Reconciler;
import io.coxswain.runtime.controller.Reconciliation;
import io.fabric8.kubernetes.api.model.certificates.v1beta1.ClusterTrustBundle;

/** Creates or corrects the bundle of a signer, and deletes its others. */
final class TrustBundleReconciler implements Reconciler<String> {
  private final Client client;
  private final String certificates;

  TrustBundleReconciler(Client client, String certificates) {
    this.client = client;
    this.certificates = certificates;
  }

  @Override
  public Outcome reconcile(String signer, Reconciliation pass) throws ApiException {
    var bundles = client.list(ClusterTrustBundle.class).toList();
    for (TrustBundlePlan step : TrustBundlePlan.of(signer, certificates, bundles)) {
      apply(step);
    }
    return Outcome.done();
  }

  private void apply(TrustBundlePlan step) throws ApiException {
    switch (step) {
      case TrustBundlePlan.Create(var bundle) -> client.create(bundle);
      case TrustBundlePlan.Correct(var bundle, var wanted) ->
          client.patch(bundle, edited -> edited.getSpec().setTrustBundle(wanted));
      case TrustBundlePlan.Delete(var bundle) -> client.delete(bundle, Deletion.byDefault());
    }
  }
}
