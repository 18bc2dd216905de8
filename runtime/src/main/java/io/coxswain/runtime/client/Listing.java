package io.coxswain.runtime.client;

import io.coxswain.api.ApiException;
import io.coxswain.api.LabelSelector;
import io.coxswain.api.ObjectKey;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.util.List;

/**
 * A list being asked for; each method narrows it. Answered from one snapshot, ordered by namespace
 * and name.
 */
public interface Listing<T extends HasMetadata> {

  Listing<T> in(String namespace);

  Listing<T> labels(LabelSelector selector);

  /** Those for which the named index (see {@code Manager.index}) has the value. */
  Listing<T> by(String index, String value);

  /** Those whose controlling owner is the given object, by UID. */
  Listing<T> controlledBy(HasMetadata owner);

  /** Those whose controlling owner has the UID. */
  Listing<T> controlledBy(String ownerUid);

  /** Those that have no controlling owner. */
  Listing<T> uncontrolled();

  /**
   * Lists less of each object: what the outline leaves of it. That is worked out once for each
   * state of an object and kept with it, for one outline at a time; whoever lists by the same
   * shares it and must not change it.
   */
  Listing<T> by(Outline<T> outline);

  List<T> toList() throws ApiException;

  List<ObjectKey> keys() throws ApiException;
}
