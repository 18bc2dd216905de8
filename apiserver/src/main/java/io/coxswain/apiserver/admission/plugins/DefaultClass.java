package io.coxswain.apiserver.admission.plugins;

import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.apiserver.admission.Attributes;
import io.coxswain.apiserver.admission.Operation;
import io.coxswain.apiserver.admission.Plugin;
import io.coxswain.apiserver.json.Meta;
import java.util.List;

/** Sets the default class on an object without one; the newest if several are marked as default. */
final class DefaultClass implements Plugin {
  private final String resource;
  private final String field;
  private final String classes;
  private final List<String> marks;
  private final String ownAnnotation;

  private DefaultClass(
      String resource, String field, String classes, List<String> marks, String ownAnnotation) {
    this.resource = resource;
    this.field = field;
    this.classes = classes;
    this.marks = marks;
    this.ownAnnotation = ownAnnotation;
  }

  static DefaultClass ofClaims() {
    return new DefaultClass(
        "persistentvolumeclaims",
        "storageClassName",
        "storageclasses.storage.k8s.io",
        List.of(
            "storageclass.kubernetes.io/is-default-class",
            "storageclass.beta.kubernetes.io/is-default-class"),
        "volume.beta.kubernetes.io/storage-class");
  }

  static DefaultClass ofIngresses() {
    return new DefaultClass(
        "ingresses.networking.k8s.io",
        "ingressClassName",
        "ingressclasses.networking.k8s.io",
        List.of("ingressclass.kubernetes.io/is-default-class"),
        "kubernetes.io/ingress.class");
  }

  @Override
  public List<String> resources() {
    return List.of(resource);
  }

  @Override
  public List<Operation> operations() {
    return List.of(Operation.CREATE);
  }

  @Override
  public void admit(Attributes attributes) {
    if (attributes.spec().has(field)
        || attributes.object().at("/metadata/annotations").has(ownAnnotation)) {
      return;
    }
    String newest = "";
    String name = "";
    for (var stored : attributes.context().snapshot().collection(classes).values()) {
      JsonNode one = stored.tree();
      String created = Meta.text(one, "/metadata/creationTimestamp");
      if (isDefault(one) && created.compareTo(newest) > 0) {
        newest = created;
        name = stored.key().name();
      }
    }
    if (!name.isEmpty()) {
      attributes.spec().put(field, name);
    }
  }

  private boolean isDefault(JsonNode one) {
    JsonNode annotations = one.at("/metadata/annotations");
    return marks.stream().anyMatch(mark -> annotations.path(mark).asText("").equals("true"));
  }
}
