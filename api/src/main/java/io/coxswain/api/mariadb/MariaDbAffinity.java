package io.coxswain.api.mariadb;

import com.fasterxml.jackson.annotation.JsonInclude;
import org.jspecify.annotations.Nullable;

/** Scheduling constraints of the database's pods, in the form that its operator accepts. */
@JsonInclude(JsonInclude.Include.NON_NULL)
public class MariaDbAffinity {
  private @Nullable Boolean antiAffinityEnabled;

  private @Nullable MariaDbNodeAffinity nodeAffinity;

  private @Nullable MariaDbPodAntiAffinity podAntiAffinity;

  public @Nullable Boolean getAntiAffinityEnabled() {
    return antiAffinityEnabled;
  }

  public void setAntiAffinityEnabled(@Nullable Boolean antiAffinityEnabled) {
    this.antiAffinityEnabled = antiAffinityEnabled;
  }

  public @Nullable MariaDbNodeAffinity getNodeAffinity() {
    return nodeAffinity;
  }

  public void setNodeAffinity(@Nullable MariaDbNodeAffinity nodeAffinity) {
    this.nodeAffinity = nodeAffinity;
  }

  public @Nullable MariaDbPodAntiAffinity getPodAntiAffinity() {
    return podAntiAffinity;
  }

  public void setPodAntiAffinity(@Nullable MariaDbPodAntiAffinity podAntiAffinity) {
    this.podAntiAffinity = podAntiAffinity;
  }
}
