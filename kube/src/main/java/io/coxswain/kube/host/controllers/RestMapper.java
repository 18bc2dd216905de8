package io.coxswain.kube.host.controllers;

import io.coxswain.api.ApiException;
import io.coxswain.api.ResourceType;
import io.coxswain.env.CancelledException;
import io.coxswain.env.Clock;
import io.coxswain.runtime.client.Client;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Finds the type of a kind by what the server offers. Discovery is run when somebody asks and the
 * last answer was forgotten, which happens every 30 seconds: so a kind that comes later, or goes,
 * is noticed within that time.
 */
public final class RestMapper {
  public static final Duration RESET_PERIOD = Duration.ofSeconds(30);

  private final Client client;
  private volatile @Nullable List<Client.Served> served;

  public RestMapper(Client client) {
    this.client = client;
  }

  /** Forgets what the server offered, again and again until cancelled. */
  public void keepResetting(Clock clock) throws CancelledException {
    while (true) {
      clock.sleep(RESET_PERIOD);
      served = null;
    }
  }

  public List<Client.Served> all() throws ApiException {
    List<Client.Served> known = served;
    if (known == null) {
      known = client.discover();
      served = known;
    }
    return known;
  }

  public Optional<ResourceType> find(String group, String kind) throws ApiException {
    return all().stream()
        .map(Client.Served::type)
        .filter(type -> type.group().equals(group) && type.kind().equals(kind))
        .findFirst();
  }
}
