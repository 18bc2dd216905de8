package io.coxswain.apiserver.rest;

import io.coxswain.api.ObjectKey;
import io.coxswain.apiserver.kinds.CustomResourceDefinitionStrategy;
import io.coxswain.apiserver.store.Stored;

/**
 * Writes the APIServices of a CRD in the request that changes the CRD. Upstream does this in a
 * controller; here the response means that clients find the APIServices.
 */
final class CrdRegistration implements WriteObserver {
  private final Runnable register;

  /**
   * @param register writes the APIServices that are missing or left over
   */
  CrdRegistration(Runnable register) {
    this.register = register;
  }

  @Override
  public void created(Target target, Stored object) {
    changed(target);
  }

  @Override
  public void updated(Target target) {
    changed(target);
  }

  @Override
  public void deleted(Target target, ObjectKey key, boolean removed) {
    changed(target);
  }

  private void changed(Target target) {
    boolean crd = target.kind().collection().equals(CustomResourceDefinitionStrategy.COLLECTION);
    if ((crd || target.kind().facts().terminating()) && !target.dryRun()) {
      register.run();
    }
  }
}
