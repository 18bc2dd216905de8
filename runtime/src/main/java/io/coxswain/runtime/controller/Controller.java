package io.coxswain.runtime.controller;

import io.coxswain.api.ResourceType;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import java.time.Duration;
import java.util.function.Consumer;

/** A registered controller. */
public interface Controller<K> {

  String name();

  /** Asks for a pass over the key, from outside the watches. */
  void enqueue(K key);

  /** Asks for a pass over the key after the delay. */
  void enqueueAfter(K key, Duration delay);

  /** Adds a watch, metadata alone, while running; for kinds that appear later. */
  void watchMetadata(ResourceType type, Consumer<WatchBuilder<GenericKubernetesResource, K>> how);

  /** Ends the watch of a kind that disappeared. */
  void unwatch(ResourceType type);
}
