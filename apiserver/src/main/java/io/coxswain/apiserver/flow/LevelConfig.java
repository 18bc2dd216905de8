package io.coxswain.apiserver.flow;

import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.apiserver.store.Stored;

/**
 * A parsed PriorityLevelConfiguration.
 *
 * @param borrowingPercent negative if borrowing is unlimited
 * @param queues 0 if requests that find no seat are rejected
 */
record LevelConfig(
    String name,
    String uid,
    boolean exempt,
    int shares,
    int lendablePercent,
    int borrowingPercent,
    int queues,
    int handSize,
    int queueLength) {

  static LevelConfig of(Stored stored) {
    JsonNode spec = stored.tree().path("spec");
    boolean exempt = spec.path("type").asText().equals("Exempt");
    JsonNode limits = spec.path(exempt ? "exempt" : "limited");
    JsonNode queuing = limits.at("/limitResponse/queuing");
    int queues = queuing.path("queues").asInt(0);
    return new LevelConfig(
        stored.key().name(),
        stored.uid(),
        exempt,
        limits.path("nominalConcurrencyShares").asInt(exempt ? 0 : 30),
        limits.path("lendablePercent").asInt(0),
        limits.path("borrowingLimitPercent").asInt(-1),
        queues,
        Math.min(queues, queuing.path("handSize").asInt(1)),
        queuing.path("queueLengthLimit").asInt(0));
  }
}
