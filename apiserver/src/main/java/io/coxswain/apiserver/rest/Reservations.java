package io.coxswain.apiserver.rest;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.apiserver.error.StatusException;
import io.coxswain.apiserver.json.Meta;
import io.coxswain.apiserver.kinds.InternalException;
import io.coxswain.apiserver.kinds.InvalidException;
import io.coxswain.apiserver.kinds.Reservation;
import io.coxswain.apiserver.kinds.WriteContext;

/**
 * The allocations of one write: kept once the object is committed, released if the write ends in
 * any other way.
 */
final class Reservations implements AutoCloseable {
  private final Target target;
  private Reservation taken = Reservation.NONE;

  Reservations(Target target) {
    this.target = target;
  }

  void take(ObjectNode object, JsonNode before, WriteContext context) {
    try {
      Reservation fresh = target.kind().strategy().reserve(object, before, context);
      taken = context.dryRun() ? Reservation.NONE : fresh;
    } catch (InvalidException e) {
      throw StatusException.invalid(target.kind().type(), Meta.name(object), e.errors());
    } catch (InternalException e) {
      throw StatusException.internal(String.valueOf(e.getMessage()));
    }
  }

  /** Keeps the allocations and returns the committed object. */
  <T> T keep(T committed) {
    taken.keep();
    taken = Reservation.NONE;
    return committed;
  }

  @Override
  public void close() {
    taken.cancel();
  }
}
