package io.coxswain.apiserver.kinds.cluster;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.apiserver.json.Meta;
import io.coxswain.apiserver.rules.Field;
import java.util.List;

/** The rules of PriorityLevelConfigurations. */
final class PriorityLevelRules {
  private static final int MAX_QUEUES = 10_000_000;
  private static final int HASH_BITS = 60;

  private PriorityLevelRules() {}

  static void defaults(ObjectNode level) {
    ObjectNode spec = Meta.child(level, "spec");
    if (spec.get("limited") instanceof ObjectNode limited) {
      Meta.setDefault(limited, "nominalConcurrencyShares", 30);
      Meta.setDefault(limited, "lendablePercent", 0);
      if (limited.path("limitResponse").path("queuing") instanceof ObjectNode queuing) {
        unlessZero(queuing, "handSize", 8);
        unlessZero(queuing, "queues", 64);
        unlessZero(queuing, "queueLengthLimit", 50);
      }
    }
    if (spec.get("exempt") instanceof ObjectNode exempt) {
      Meta.setDefault(exempt, "nominalConcurrencyShares", 0);
      Meta.setDefault(exempt, "lendablePercent", 0);
    }
    Meta.child(level, "status");
  }

  private static void unlessZero(ObjectNode object, String field, int value) {
    if (object.path(field).asInt(0) == 0) {
      object.put(field, value);
    }
  }

  static void level(Field level) {
    Field spec = level.get("spec");
    Field type = spec.get("type");
    boolean exempt = level.text("metadata.name").equals("exempt");
    if (exempt != type.is("Exempt")) {
      type.with(type.text()).invalid("must be 'Exempt' if and only if `name` is 'exempt'");
    }
    switch (type.text()) {
      case "Exempt" -> {
        if (spec.has("limited")) {
          spec.get("limited").forbidden("must be nil if the type is not Limited");
        }
        shares(spec.get("exempt"));
      }
      case "Limited" -> {
        if (spec.has("exempt")) {
          spec.get("exempt").forbidden("must be nil if the type is Limited");
        }
        if (spec.has("limited")) {
          limited(spec.get("limited"));
        } else {
          spec.get("limited").required("must not be empty when type is Limited");
        }
      }
      default -> type.with(type.text()).unsupported("Exempt", "Limited");
    }
    FlowRules.status(level);
  }

  private static void shares(Field part) {
    Field shares = part.get("nominalConcurrencyShares");
    if (shares.number() < 0) {
      shares.invalid("must be a non-negative integer");
    }
    part.get("lendablePercent").between(0, 100);
  }

  private static void limited(Field limited) {
    Field shares = limited.get("nominalConcurrencyShares");
    if (shares.number() < 0) {
      shares.invalid("must be a non-negative integer");
    }
    response(limited.get("limitResponse"));
    limited.get("lendablePercent").between(0, 100);
    Field borrowing = limited.get("borrowingLimitPercent");
    if (borrowing.isSet() && borrowing.number() < 0) {
      borrowing.invalid("if specified, must be a non-negative integer");
    }
  }

  private static void response(Field response) {
    Field queuing = response.get("queuing");
    switch (response.text("type")) {
      case "Reject" -> {
        if (queuing.isSet()) {
          queuing.forbidden("must be nil if limited.limitResponse.type is not Limited");
        }
      }
      case "Queue" -> {
        if (queuing.isSet()) {
          queuing(queuing);
        } else {
          queuing.required("must not be empty if limited.limitResponse.type is Limited");
        }
      }
      default ->
          response.get("type").with(response.text("type")).unsupported(List.of("Queue", "Reject"));
    }
  }

  private static void queuing(Field queuing) {
    if (queuing.get("queueLengthLimit").number() <= 0) {
      queuing.get("queueLengthLimit").invalid("must be positive");
    }
    Field queues = queuing.get("queues");
    if (queues.number() <= 0) {
      queues.invalid("must be positive");
    } else if (queues.number() > MAX_QUEUES) {
      queues.invalid("must not be greater than " + MAX_QUEUES);
    }
    Field hand = queuing.get("handSize");
    if (hand.number() <= 0) {
      hand.invalid("must be positive");
    } else if (hand.number() > queues.number()) {
      hand.invalid("should not be greater than queues (" + queues.number() + ")");
    } else if (entropyBits(queues.number(), hand.number()) > HASH_BITS) {
      hand.invalid(
          "required entropy bits of deckSize "
              + queues.number()
              + " and handSize "
              + hand.number()
              + " should not be greater than "
              + HASH_BITS);
    }
  }

  /** The number of bits needed to deal a hand from a deck. */
  private static int entropyBits(long deck, long hand) {
    double bits = 0;
    for (long i = 0; i < hand; i++) {
      bits += Math.log((double) (deck - i)) / Math.log(2);
    }
    return (int) Math.ceil(bits);
  }
}
