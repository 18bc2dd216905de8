package io.coxswain.apiserver.kinds;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.ResourceType;
import io.coxswain.apiserver.crd.DefinedVersion;
import io.coxswain.apiserver.crd.Definition;
import io.coxswain.apiserver.crd.DefinitionStatus;
import io.coxswain.apiserver.json.Meta;
import io.coxswain.apiserver.store.Stored;
import io.coxswain.apiserver.table.TableFormat;
import java.util.ArrayList;
import java.util.List;

/** Converts a stored CRD into the kinds it defines, one per served version. */
final class CustomKinds {
  static final String COLLECTION = CustomResourceDefinitionStrategy.COLLECTION;

  private CustomKinds() {}

  static List<ServedKind> of(Stored stored, Converter converter) {
    ObjectNode tree = stored.tree();
    if (!DefinitionStatus.isEstablished(tree)) {
      return List.of();
    }
    Definition definition = Definition.of(tree);
    var kinds = new ArrayList<ServedKind>();
    for (DefinedVersion version : definition.versions()) {
      if (version.served()) {
        kinds.add(kind(definition, version, tree, stored.revision(), converter));
      }
    }
    return kinds;
  }

  private static ServedKind kind(
      Definition definition,
      DefinedVersion version,
      ObjectNode tree,
      long revision,
      Converter converter) {
    var type =
        new ResourceType(
            definition.group(),
            version.name(),
            definition.kind(),
            definition.plural(),
            definition.namespaced());
    var builder =
        KindBuilder.of(type)
            .custom()
            .singular(definition.singular())
            .shortNames(definition.shortNames())
            .categories(definition.categories())
            .schema(version.schema())
            .table(TableFormat.custom(version.columns()))
            .deprecated(version.deprecationWarning())
            .terminating(Meta.deleting(tree))
            .strategy(new CustomStrategy(version))
            .generation(version.hasStatus() ? Generation.BODY_BUT_STATUS : Generation.BODY);
    if (version.hasStatus()) {
      builder = builder.status();
    }
    if (version.scale().isPresent()) {
      builder = builder.scale(ScaleFields.of(version.scale().get()));
    }
    String storage = definition.storage().name();
    JsonNode webhook = tree.at("/spec/conversion/webhook");
    if (Meta.text(tree, "/spec/conversion/strategy").equals("Webhook")) {
      builder =
          builder.storedAs(
              type.qualifiedPlural(),
              new WebhookConversion(
                  converter,
                  webhook,
                  type.kind(),
                  type.apiVersion(),
                  definition.group() + "/" + storage,
                  version.schema(),
                  revision));
    } else {
      builder =
          builder.storedAs(type.qualifiedPlural(), new NoConversion(definition, version, revision));
    }
    return builder.build();
  }
}
