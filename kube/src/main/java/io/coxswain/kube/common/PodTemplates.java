package io.coxswain.kube.common;

import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.runtime.client.Owners;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ObjectMeta;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.PodBuilder;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Builds pods from templates, compares templates and hashes them. */
public final class PodTemplates {
  /** The label with the template hash, which distinguishes the pods of a Deployment's templates. */
  public static final String HASH_LABEL = "pod-template-hash";

  private static final int MAX_NAME_LENGTH = 253;

  private PodTemplates() {}

  /** A pod with a generated name, controlled by the owner and in its namespace. */
  public static Pod instantiate(HasMetadata owner, PodTemplateSpec original) {
    PodTemplateSpec template = Json.copy(original);
    ObjectMeta from = template.getMetadata() == null ? new ObjectMeta() : template.getMetadata();
    Pod pod =
        new PodBuilder()
            .withMetadata(
                new ObjectMetaBuilder()
                    .withNamespace(owner.getMetadata().getNamespace())
                    .withGenerateName(prefix(owner.getMetadata().getName()))
                    .withLabels(from.getLabels())
                    .withAnnotations(from.getAnnotations())
                    .withFinalizers(from.getFinalizers())
                    .build())
            .withSpec(template.getSpec())
            .build();
    Owners.add(pod, Owners.controlledBy(owner));
    return pod;
  }

  private static String prefix(String owner) {
    return owner.length() <= MAX_NAME_LENGTH ? owner + "-" : owner;
  }

  /** A copy of the labels of the template; never null. */
  public static Map<String, String> labels(PodTemplateSpec template) {
    return template.getMetadata() == null || template.getMetadata().getLabels() == null
        ? new TreeMap<>()
        : new TreeMap<>(template.getMetadata().getLabels());
  }

  /** Whether the templates are equal except for the hash label. */
  public static boolean same(PodTemplateSpec one, PodTemplateSpec other) {
    return withoutHash(one).equals(withoutHash(other));
  }

  private static ObjectNode withoutHash(PodTemplateSpec template) {
    ObjectNode tree = Json.tree(template);
    if (tree.get("metadata") instanceof ObjectNode metadata) {
      if (metadata.get("labels") instanceof ObjectNode labels) {
        labels.remove(HASH_LABEL);
        if (labels.isEmpty()) {
          metadata.remove("labels");
        }
      }
      if (metadata.isEmpty()) {
        tree.remove("metadata");
      }
    }
    return tree;
  }

  /**
   * A hash of the template, for names. Equal templates have equal hashes in all programs of this
   * release; other managers compute other hashes.
   *
   * @param collisions the collision count; null for none
   */
  public static String hash(PodTemplateSpec template, @Nullable Integer collisions) {
    byte[] salt =
        collisions == null
            ? new byte[0]
            : ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN).putInt(collisions).array();
    return Hashes.encode(Hashes.fnv1a(canonical(template), salt));
  }

  private static byte[] canonical(PodTemplateSpec template) {
    try {
      Object plain = Json.MAPPER.convertValue(template, Map.class);
      return CANONICAL.writeValueAsBytes(plain);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static final JsonMapper CANONICAL =
      JsonMapper.builder().enable(SerializationFeature.ORDER_MAP_ENTRIES_BY_KEYS).build();
}
