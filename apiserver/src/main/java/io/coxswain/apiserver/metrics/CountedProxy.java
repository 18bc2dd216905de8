package io.coxswain.apiserver.metrics;

import io.coxswain.apiserver.rest.ProxyAccounting;

/** A proxied request that counts as open until it is closed. */
final class CountedProxy implements ProxyAccounting {
  private final Series series;
  private final OpenCount open;

  CountedProxy(Series series) {
    this.series = series;
    this.open = series.opened();
  }

  @Override
  public void responded(int status) {
    series.answered(status);
  }

  @Override
  public void close() {
    open.close();
  }
}
