package io.coxswain.runtime.client;

import io.coxswain.api.ApiException;
import io.coxswain.api.LabelSelector;
import io.coxswain.api.ObjectKey;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.List;

/**
 * A list request; each method narrows it. Served from one snapshot, ordered by namespace and name.
 */
public interface Listing<T extends HasMetadata> {

  Listing<T> in(String namespace);

  Listing<T> labels(LabelSelector selector);

  /** Selects objects for which the named index (see {@code Manager.index}) has the value. */
  Listing<T> by(String index, String value);

  /** Selects objects whose controller is the given object, by UID. */
  Listing<T> controlledBy(HasMetadata owner);

  /** Selects objects whose controller has the UID. */
  Listing<T> controlledBy(String ownerUid);

  /** Selects objects without a controller. */
  Listing<T> uncontrolled();

  /**
   * Reduces each object to its outline. An outline is computed once per version of an object and
   * stored with it, one outline at a time; all readers with the same outline share it and must not
   * modify it.
   */
  Listing<T> by(Outline<T> outline);

  List<T> toList() throws ApiException;

  List<ObjectKey> keys() throws ApiException;
}
