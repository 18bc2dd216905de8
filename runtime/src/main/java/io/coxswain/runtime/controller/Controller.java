package io.coxswain.runtime.controller;

import io.coxswain.api.ResourceType;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.time.Duration;
import java.util.function.Consumer;

/** A registered controller. */
public interface Controller<K> {

  String name();

  /** Requests a reconcile of the key, independently of the watches. */
  void enqueue(K key);

  /** Requests a reconcile of the key after the delay. */
  void enqueueAfter(K key, Duration delay);

  /** Adds a metadata-only watch while running; for kinds that appear later. */
  void watchMetadata(
      ResourceType type, Consumer<WatchBuilder<GenericKubernetesResource, K>> declaration);

  /** Stops the watch of a kind that has disappeared. */
  void unwatch(ResourceType type);
}
