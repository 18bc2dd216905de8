package io.coxswain.apiserver.kinds;

import com.fasterxml.jackson.databind.node.ObjectNode;

/** Between the version a kind is served in and the one it is stored in. May change its argument. */
public interface Conversion {

  ObjectNode toServed(ObjectNode stored);

  ObjectNode toStored(ObjectNode served);
}
