package io.coxswain.apiserver.kinds;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.apiserver.store.Stored;

/** Converts between versions of a kind that differ in the name of the version alone. */
public final class SameShape implements Conversion {
  private final String served;
  private final String stored;
  private final StoredHead head;

  /**
   * @param served the apiVersion of the kind
   * @param stored the apiVersion in which objects are stored
   */
  public SameShape(String kind, String served, String stored) {
    this.served = served;
    this.stored = stored;
    this.head = StoredHead.of(kind, served);
  }

  @Override
  public boolean applies(Stored object) {
    return !head.startsJsonOf(object);
  }

  @Override
  public ObjectNode toServed(ObjectNode object) {
    return object.put("apiVersion", served);
  }

  @Override
  public ObjectNode toStored(ObjectNode object) {
    return object.put("apiVersion", stored);
  }
}
