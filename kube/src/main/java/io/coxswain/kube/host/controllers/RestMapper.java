package io.coxswain.kube.host.controllers;

import io.coxswain.api.ApiException;
import io.coxswain.api.ResourceType;
import io.coxswain.env.CancelledException;
import io.coxswain.env.Clock;
import io.coxswain.runtime.client.Reader;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Maps kinds to resource types by discovery. Discovery runs on demand after the cached result has
 * been discarded, which happens every 30 seconds, so added and removed kinds are noticed within
 * that time.
 */
public final class RestMapper {
  public static final Duration RESET_PERIOD = Duration.ofSeconds(30);

  private final Reader client;
  private volatile @Nullable List<Reader.Served> served;

  public RestMapper(Reader client) {
    this.client = client;
  }

  /** Discards the cached result periodically until cancelled. */
  public void keepResetting(Clock clock) throws CancelledException {
    while (true) {
      clock.sleep(RESET_PERIOD);
      served = null;
    }
  }

  public List<Reader.Served> all() throws ApiException {
    List<Reader.Served> known = served;
    if (known == null) {
      known = client.discover();
      served = known;
    }
    return known;
  }

  public Optional<ResourceType> find(String group, String kind) throws ApiException {
    return all().stream()
        .map(Reader.Served::type)
        .filter(type -> type.group().equals(group) && type.kind().equals(kind))
        .findFirst();
  }
}
