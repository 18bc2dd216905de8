package io.coxswain.apiserver.table;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.apiserver.crd.PrinterColumn;
import io.coxswain.env.Cancellation;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The columns of one kind, and their values. */
public final class TableFormat {
  /** Computes the cells of one row; strings, numbers, booleans or null. */
  @FunctionalInterface
  interface Cells {
    List<@Nullable Object> of(ObjectNode object, Instant now);
  }

  private final List<Column> columns;
  private final Cells cells;

  private TableFormat(List<Column> columns, Cells cells) {
    this.columns = columns;
    this.cells = cells;
  }

  /** Columns in the form {@code Name,Ready#,IP*}, see {@link Column#parse}. */
  static TableFormat of(String columns, Cells cells) {
    return new TableFormat(Arrays.stream(columns.split(",")).map(Column::parse).toList(), cells);
  }

  /** Adds the descriptions of the columns of the kind, such as {@code Deployment.apps}. */
  TableFormat described(String kind) {
    return new TableFormat(
        columns.stream().map(c -> c.described(Descriptions.of(kind, c.name()))).toList(), cells);
  }

  /** The table of a custom kind. */
  public static TableFormat custom(List<PrinterColumn> declared) {
    var columns = new ArrayList<Column>();
    columns.add(Column.NAME);
    var paths = new ArrayList<Optional<JsonPath>>();
    for (PrinterColumn column : declared) {
      String described =
          column.equals(PrinterColumn.AGE)
              ? Descriptions.of(Descriptions.ANY, "Age")
              : column.description().isEmpty()
                  ? "Custom resource definition column (in JSONPath format): " + column.jsonPath()
                  : column.description();
      columns.add(
          new Column(column.name(), column.type(), column.format(), described, column.priority()));
      paths.add(JsonPath.parse(column.jsonPath()));
    }
    return new TableFormat(
        List.copyOf(columns),
        (object, now) -> {
          var row = new ArrayList<@Nullable Object>();
          row.add(object.at("/metadata/name").asText());
          for (int i = 0; i < paths.size(); i++) {
            String type = declared.get(i).type();
            row.add(
                paths
                    .get(i)
                    .flatMap(path -> path.first(object))
                    .map(value -> cell(value, type, now))
                    .orElse(null));
          }
          return row;
        });
  }

  /** A value of a custom resource in a column of some type; null if it does not match. */
  private static @Nullable Object cell(JsonNode value, String type, Instant now) {
    return switch (type) {
      case "integer" -> value.isNumber() ? (Object) value.longValue() : null;
      case "number" -> value.isNumber() ? (Object) value.doubleValue() : null;
      case "boolean" -> value.isBoolean() ? (Object) value.booleanValue() : null;
      case "date" -> value.isTextual() ? Ages.since(value, now) : null;
      default -> value.isNull() ? null : value.isValueNode() ? value.asText() : value.toString();
    };
  }

  /**
   * A table.
   *
   * @param metadata of the list, or the resourceVersion of the single object
   * @param withColumns whether to include the column definitions; in a watch only the first event
   *     does
   */
  public ObjectNode table(
      List<ObjectNode> objects,
      ObjectNode metadata,
      IncludeObject include,
      boolean withColumns,
      Instant now) {
    ObjectNode table = Json.MAPPER.createObjectNode();
    table.put("kind", "Table").put("apiVersion", "meta.k8s.io/v1");
    table.set("metadata", metadata);
    if (withColumns) {
      ArrayNode definitions = table.putArray("columnDefinitions");
      for (Column column : columns) {
        definitions
            .addObject()
            .put("name", column.name())
            .put("type", column.type())
            .put("format", column.format())
            .put("description", column.description())
            .put("priority", column.priority());
      }
    } else {
      table.putNull("columnDefinitions");
    }
    ArrayNode rows = table.putArray("rows");
    for (ObjectNode object : objects) {
      Cancellation.check();
      writeRow(rows.addObject(), object, include, now);
    }
    return table;
  }

  private void writeRow(ObjectNode row, ObjectNode object, IncludeObject include, Instant now) {
    ArrayNode values = row.putArray("cells");
    for (Object cell : cells.of(object, now)) {
      values.add(Json.MAPPER.<JsonNode>valueToTree(cell));
    }
    PodCells.completion(object).ifPresent(row.putArray("conditions")::add);
    if (row.path("conditions").isEmpty()) {
      row.remove("conditions");
    }
    switch (include) {
      case NONE -> row.putNull("object");
      case METADATA -> {
        ObjectNode partial = row.putObject("object");
        partial.put("kind", "PartialObjectMetadata").put("apiVersion", "meta.k8s.io/v1");
        partial.set("metadata", object.path("metadata"));
      }
      case OBJECT -> row.set("object", object);
    }
  }
}
