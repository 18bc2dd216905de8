package io.coxswain.apiserver.audit;

import io.coxswain.apiserver.rest.ProxyAccounting;

/** Records a proxied request with the status of its backend. Belongs to the task of the request. */
public final class AuditedProxy implements ProxyAccounting {
  private final AuditTrail trail;
  private int status;

  public AuditedProxy(AuditTrail trail) {
    this.trail = trail;
  }

  @Override
  public void responded(int code) {
    status = code;
    trail.started(code);
  }

  @Override
  public void close() {
    trail.completed(status);
  }
}
