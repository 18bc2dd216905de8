package io.coxswain.runtime.webhook;

import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.function.Function;

/** The conversions between the other versions of a kind and its hub. */
public final class Versions<H extends HasMetadata> {
  private final Conversions conversions;
  private final Class<H> hub;

  Versions(Conversions conversions, Class<H> hub) {
    this.conversions = conversions;
    this.hub = hub;
  }

  /** Adds a version with its conversions to and from the hub. */
  public <S extends HasMetadata> Versions<H> version(
      Class<S> type, Function<S, H> up, Function<H, S> down) {
    conversions.spoke(hub, type, up, down);
    return this;
  }
}
