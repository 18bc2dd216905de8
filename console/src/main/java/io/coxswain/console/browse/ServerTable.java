package io.coxswain.console.browse;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.ApiException;
import io.coxswain.api.Json;
import io.coxswain.console.model.ApiClient;
import io.coxswain.console.summary.Ref;
import io.coxswain.env.ApiRequest;
import io.coxswain.env.CancelledException;
import java.util.Locale;

/** Objects of a kind in the columns that the API server prints for kubectl. */
public final class ServerTable {
  private static final String ACCEPT =
      "application/json;as=Table;v=v1;g=meta.k8s.io,application/json";

  private final ApiClient client;
  private final Ref collection;

  /**
   * @param collection a reference whose name is ignored; without a namespace, all are listed
   */
  public ServerTable(ApiClient client, Ref collection) {
    this.client = client;
    this.collection = collection;
  }

  /**
   * One page.
   *
   * @param filter part of the name; empty for all. Applied to the page
   * @param token where to continue; empty for the first page
   */
  public ObjectNode page(String filter, int limit, String token)
      throws ApiException, CancelledException {
    ApiRequest request =
        ApiRequest.get(collection.collection())
            .with("limit", Integer.toString(limit))
            .header("accept", ACCEPT);
    JsonNode table =
        Json.tree(client.call(token.isEmpty() ? request : request.with("continue", token)).body());
    ObjectNode document = Json.NODES.objectNode();
    columns(document, table);
    ArrayNode rows = document.putArray("rows");
    String wanted = filter.toLowerCase(Locale.ROOT);
    for (JsonNode row : table.path("rows")) {
      var key = Ref.keyOf(row.path("object"));
      if (wanted.isEmpty() || key.name().toLowerCase(Locale.ROOT).contains(wanted)) {
        ObjectNode entry = rows.addObject();
        entry.put(
            "ref",
            new Ref(collection.group(), collection.version(), collection.plural(), key).toString());
        entry.put("namespace", key.namespace()).put("name", key.name());
        ArrayNode cells = entry.putArray("cells");
        row.path("cells").forEach(cell -> cells.add(text(cell)));
      }
    }
    JsonNode meta = table.path("metadata");
    if (!meta.path("continue").asText("").isEmpty()) {
      document.put("continue", meta.path("continue").asText());
    }
    if (meta.has("remainingItemCount")) {
      document.put("remaining", meta.path("remainingItemCount").asLong());
    }
    return document;
  }

  private static String text(JsonNode cell) {
    return cell.isNull() ? "" : cell.isValueNode() ? cell.asText() : cell.toString();
  }

  private static void columns(ObjectNode document, JsonNode table) {
    ArrayNode columns = document.putArray("columns");
    for (JsonNode column : table.path("columnDefinitions")) {
      columns
          .addObject()
          .put("name", column.path("name").asText())
          .put("type", column.path("type").asText())
          .put("priority", column.path("priority").asInt());
    }
  }

  /** The first page as a document whose rows have references as their names, for merge patches. */
  public ObjectNode live(String filter, int limit) throws ApiException, CancelledException {
    ObjectNode page = page(filter, limit, "");
    ObjectNode rows = Json.NODES.objectNode();
    int order = 0;
    for (JsonNode row : page.path("rows")) {
      ObjectNode entry = row.deepCopy();
      entry.remove("ref");
      rows.set(row.path("ref").asText(), entry.put("order", order++));
    }
    page.set("rows", rows);
    return page.put("view", "table");
  }
}
