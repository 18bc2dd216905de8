package io.coxswain.apiserver.rest;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.api.LabelSelector;
import io.coxswain.apiserver.error.StatusException;
import io.coxswain.apiserver.json.Meta;
import io.coxswain.apiserver.spi.ResourceUsage;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Handles requests for resource metrics of nodes and pods. */
final class ResourceMetricsHandler implements RequestHandler {
  private final ResourceUsage usage;

  ResourceMetricsHandler(ResourceUsage usage) {
    this.usage = usage;
  }

  @Override
  public HandlerResponse handle(Target target) {
    List<ObjectNode> all = target.info().resource().equals("nodes") ? usage.nodes() : usage.pods();
    if (target.info().verb().equals("get")) {
      ObjectNode one =
          all.stream()
              .filter(o -> Meta.name(o).equals(target.info().name()))
              .filter(o -> namespace(o).equals(target.info().namespace()))
              .findFirst()
              .orElseThrow(
                  () -> StatusException.notFound(target.kind().type(), target.info().name()));
      return new HandlerResponse.Whole(Responses.json(200, one));
    }
    String asked = target.request().query("labelSelector");
    LabelSelector selector =
        asked == null ? LabelSelector.everything() : LabelSelectors.parse(asked);
    ObjectNode list = Json.MAPPER.createObjectNode();
    list.put("kind", target.kind().type().kind() + "List");
    list.put("apiVersion", target.kind().type().apiVersion());
    list.putObject("metadata");
    ArrayNode items = list.putArray("items");
    all.stream()
        .filter(
            o ->
                target.info().namespace().isEmpty()
                    || namespace(o).equals(target.info().namespace()))
        .filter(o -> selector.test(labels(o)))
        .sorted(Comparator.comparing(ResourceMetricsHandler::namespace).thenComparing(Meta::name))
        .forEach(items::add);
    return new HandlerResponse.Whole(Responses.json(200, list));
  }

  private static String namespace(ObjectNode object) {
    return object.at("/metadata/namespace").asText("");
  }

  private static Map<String, String> labels(ObjectNode object) {
    var labels = new TreeMap<String, String>();
    object
        .at("/metadata/labels")
        .properties()
        .forEach(entry -> labels.put(entry.getKey(), entry.getValue().asText()));
    return labels;
  }
}
