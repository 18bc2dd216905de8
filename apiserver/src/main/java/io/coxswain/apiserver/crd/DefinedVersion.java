package io.coxswain.apiserver.crd;

import io.coxswain.api.schema.Schema;
import java.util.List;
import java.util.Optional;

/**
 * One version of a custom kind.
 *
 * @param schema of whole objects, with apiVersion, kind and metadata
 * @param rules the CEL rules of the schema
 * @param columns of its tables after the name; never empty
 * @param selectableFields JSON paths that field selectors may use
 * @param deprecationWarning the warning for its users; empty if it is not deprecated
 */
public record DefinedVersion(
    String name,
    boolean served,
    boolean storage,
    Schema schema,
    SchemaRules rules,
    boolean hasStatus,
    Optional<ScalePaths> scale,
    List<PrinterColumn> columns,
    List<String> selectableFields,
    String deprecationWarning) {

  public DefinedVersion {
    columns = List.copyOf(columns);
    selectableFields = List.copyOf(selectableFields);
  }
}
