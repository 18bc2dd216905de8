package io.coxswain.apiserver.kinds.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.FieldError;
import io.coxswain.apiserver.json.Meta;
import io.coxswain.apiserver.kinds.DeletionStrategy;
import io.coxswain.apiserver.kinds.Strategy;
import io.coxswain.apiserver.kinds.WriteContext;
import io.coxswain.apiserver.rules.Field;
import io.coxswain.apiserver.rules.Formats;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** Namespaces: they have their name as a label, and a finalizer in their spec. */
public final class NamespaceStrategy implements Strategy {
  private static final String KUBERNETES = "kubernetes";
  private static final List<String> SHORT_FINALIZERS =
      List.of(KUBERNETES, "orphan", "foregroundDeletion");

  private final DeletionStrategy deletion = new NamespaceDeletion();

  @Override
  public DeletionStrategy deletion() {
    return deletion;
  }

  @Override
  public void defaults(ObjectNode namespace) {
    Meta.child(namespace, "spec");
    Meta.child(namespace, "status");
    String name = Meta.name(namespace);
    if (!name.isEmpty()) {
      Meta.child(Meta.of(namespace), "labels").put("kubernetes.io/metadata.name", name);
    }
  }

  @Override
  public void prepareCreate(ObjectNode namespace, WriteContext context) {
    defaults(namespace);
    namespace.putObject("status").put("phase", "Active");
    var finalizers = Meta.child(namespace, "spec").withArray("/finalizers");
    if (!Meta.strings(finalizers).contains(KUBERNETES)) {
      finalizers.add(KUBERNETES);
    }
  }

  @Override
  public void prepareUpdate(ObjectNode namespace, ObjectNode before, WriteContext context) {
    JsonNode finalizers = before.at("/spec/finalizers");
    if (finalizers.isMissingNode()) {
      Meta.child(namespace, "spec").remove("finalizers");
    } else {
      Meta.child(namespace, "spec").set("finalizers", finalizers);
    }
  }

  @Override
  public void validateCreate(ObjectNode namespace, List<FieldError> errors) {
    Field finalizers = Field.of(namespace, errors).get("spec.finalizers");
    for (String name : Meta.strings(finalizers.node())) {
      finalizer(finalizers.with(name));
    }
  }

  private static void finalizer(Field finalizer) {
    finalizer.matches(Formats::qualifiedName);
    if (!finalizer.text().contains("/") && !SHORT_FINALIZERS.contains(finalizer.text())) {
      finalizer.invalid("name is neither a standard finalizer name nor is it fully qualified");
    }
  }

  /** The rules for requests to {@code finalize}. */
  public static void validateFinalize(ObjectNode namespace, List<FieldError> errors) {
    Field.of(namespace, errors)
        .get("spec.finalizers")
        .items()
        .forEach(NamespaceStrategy::finalizer);
  }

  @Override
  public void validateStatusUpdate(
      ObjectNode namespace, ObjectNode before, List<FieldError> errors) {
    Field phase = Field.of(namespace, errors).get("status.phase").at("status.Phase");
    boolean deleting = Meta.deleting(namespace);
    if (deleting && !phase.is("Terminating")) {
      phase
          .with(phase.text())
          .invalid("may only be 'Terminating' if `deletionTimestamp` is not empty");
    } else if (!deleting && !phase.is("Active")) {
      phase.with(phase.text()).invalid("may only be 'Active' if `deletionTimestamp` is empty");
    }
  }

  @Override
  public SortedMap<String, String> fields(ObjectNode namespace) {
    var fields = new TreeMap<String, String>();
    fields.put("status.phase", Meta.text(namespace, "/status/phase"));
    return fields;
  }
}
