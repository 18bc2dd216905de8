package io.coxswain.apiserver.table;

import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;

/** The tables of the built-in kinds. */
public final class BuiltInTables {
  /** For kinds without their own columns. */
  private static final TableFormat PLAIN =
      TableFormat.of(
              "Name,Created At@",
              (object, _) ->
                  Arrays.asList(
                      Cell.name(object), object.at("/metadata/creationTimestamp").asText()))
          .described(Descriptions.ANY);

  private static final Map<String, TableFormat> FORMATS = formats();

  private BuiltInTables() {}

  /** The table of a kind, such as {@code apps/v1}, {@code Deployment}. */
  public static TableFormat of(String apiVersion, String kind) {
    int slash = apiVersion.indexOf('/');
    String group = slash < 0 ? "" : apiVersion.substring(0, slash);
    TableFormat format = FORMATS.get(kind + "." + group);
    return format != null ? format : PLAIN;
  }

  private static Map<String, TableFormat> formats() {
    var formats = new TreeMap<String, TableFormat>();
    WorkloadTables.addTo(formats);
    CoreTables.addTo(formats);
    NetworkTables.addTo(formats);
    StorageTables.addTo(formats);
    ControlTables.addTo(formats);
    formats.replaceAll((kind, format) -> format.described(kind));
    return formats;
  }
}
