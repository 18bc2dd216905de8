package io.coxswain.kube.history;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.util.RawValue;
import io.coxswain.api.Json;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.apps.ControllerRevision;
import org.jspecify.annotations.Nullable;

/** The content of a ControllerRevision: a strategic merge patch that restores a pod template. */
public final class RevisionData {
  /** The owning controller. The two controllers of upstream decode integers differently. */
  public enum Kind {
    STATEFUL_SET,
    DAEMON_SET
  }

  private final Kind kind;
  private final ObjectNode template;
  private final String json;

  private RevisionData(Kind kind, ObjectNode template) {
    this.kind = kind;
    this.template = template;
    this.json = GoJson.write(patch(template), kind == Kind.STATEFUL_SET);
  }

  public static RevisionData of(Kind kind, PodTemplateSpec template) {
    return new RevisionData(kind, withoutNullTime(Json.tree((Object) template)));
  }

  /** Parses the content of a revision of any manager. */
  public static RevisionData of(Kind kind, ControllerRevision revision) {
    JsonNode held = Json.MAPPER.valueToTree(revision.getData());
    ObjectNode template =
        held.at("/spec/template") instanceof ObjectNode found
            ? found.deepCopy()
            : Json.MAPPER.createObjectNode();
    template.remove("$patch");
    return new RevisionData(kind, withoutNullTime(template));
  }

  /** Managers before 1.34 wrote a null creationTimestamp. */
  private static ObjectNode withoutNullTime(ObjectNode template) {
    if (template.get("metadata") instanceof ObjectNode metadata
        && metadata.path("creationTimestamp").isNull()) {
      metadata.remove("creationTimestamp");
    }
    return template;
  }

  private static ObjectNode patch(ObjectNode template) {
    ObjectNode root = Json.MAPPER.createObjectNode();
    root.putObject("spec").set("template", template.deepCopy().put("$patch", "replace"));
    return root;
  }

  /** The text that kube-controller-manager writes for this template, byte for byte. */
  public String json() {
    return json;
  }

  /** The content for {@link ControllerRevision#setData}, which is sent verbatim. */
  public Object raw() {
    return new RawValue(json);
  }

  public PodTemplateSpec template() {
    return Json.convert(template.deepCopy(), PodTemplateSpec.class);
  }

  /** Adds the API server's defaults, which an old revision may lack. */
  public RevisionData defaulted() {
    ObjectNode filled = template.deepCopy();
    TemplateDefaults.fill(filled);
    return new RevisionData(kind, filled);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof RevisionData that && json.equals(that.json);
  }

  @Override
  public int hashCode() {
    return json.hashCode();
  }

  @Override
  public String toString() {
    return json;
  }
}
