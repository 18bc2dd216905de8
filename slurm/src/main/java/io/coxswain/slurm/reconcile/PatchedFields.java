package io.coxswain.slurm.reconcile;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Which fields of each kind are kept as rendered. Everything else belongs to the server and to
 * others. The lists are upstream's, with their gaps: a Service keeps its selector and its address
 * whatever is rendered later.
 */
final class PatchedFields {
  private static final SortedMap<String, List<Field>> BY_KIND = new TreeMap<>();

  static {
    kind("/ConfigMap", replace("data"), merge("metadata.labels"));
    kind("/Secret", replace("data"));
    kind("/Service", merge("metadata.annotations"), replace("spec.type"), replace("spec.ports"));
    kind("/ServiceAccount");
    kind(
        "apps/Deployment",
        replace("spec.replicas"),
        replace("spec.strategy"),
        replace("spec.selector"),
        replace("spec.template.spec"));
    kind(
        "apps/StatefulSet",
        merge("metadata.labels"),
        merge("metadata.annotations"),
        replace("spec.template.metadata.labels"),
        merge("spec.template.metadata.annotations"),
        replace("spec.replicas"),
        replace("spec.updateStrategy"),
        replace("spec.template.spec"),
        replace("spec.persistentVolumeClaimRetentionPolicy"));
    kind(
        "apps.kruise.io/StatefulSet",
        merge("metadata.labels"),
        merge("metadata.annotations"),
        replace("spec.template.metadata.labels"),
        merge("spec.template.metadata.annotations"),
        replace("spec.replicas"),
        replace("spec.updateStrategy"),
        replace("spec.volumeClaimUpdateStrategy"),
        replace("spec.scaleStrategy"),
        replace("spec.template.spec"),
        replace("spec.reserveOrdinals"),
        replace("spec.persistentVolumeClaimRetentionPolicy"),
        replaceIfAny("spec.volumeClaimTemplates"));
    kind("apps/DaemonSet", replace("spec.updateStrategy"), replace("spec.template.spec"));
    kind("batch/Job", replace("spec.parallelism"), replace("spec.completions"));
    kind(
        "batch/CronJob",
        replace("spec.schedule"),
        replace("spec.suspend"),
        replace("spec.successfulJobsHistoryLimit"),
        replace("spec.failedJobsHistoryLimit"),
        replace("spec.jobTemplate.spec.template.spec"));
    kind("rbac.authorization.k8s.io/Role", replace("rules"));
    kind("rbac.authorization.k8s.io/RoleBinding", replace("subjects"), replace("roleRef"));
    kind(
        "monitoring.coreos.com/PodMonitor",
        replace("spec.jobLabel"),
        replace("spec.podMetricsEndpoints"));
    kind(
        "monitoring.coreos.com/ServiceMonitor",
        replace("spec.jobLabel"),
        replace("spec.endpoints"),
        replace("spec.selector"),
        replace("spec.namespaceSelector"));
    kind(
        "k8s.mariadb.com/MariaDB",
        replace("spec.image"),
        replace("spec.replicas"),
        replace("spec.port"),
        replace("spec.passwordSecretKeyRef"),
        replace("spec.rootEmptyPassword"),
        replace("spec.service"),
        replace("spec.tolerations"),
        replace("spec.nodeSelector"),
        replace("spec.resources"),
        replace("spec.securityContext"),
        replace("spec.podSecurityContext"),
        replace("spec.storage.volumeClaimTemplate"),
        replace("spec.storage.size"),
        replace("spec.myCnf"));
    kind(
        "k8s.mariadb.com/Grant",
        replace("spec.username"),
        replace("spec.host"),
        replace("spec.database"),
        replace("spec.table"),
        replace("spec.privileges"),
        replace("spec.grantOption"),
        replace("spec.mariaDbRef"));
    kind("security-profiles-operator.x-k8s.io/AppArmorProfile", replace("spec.policy"));
    kind("slurm.nebius.ai/JailedConfig", replace("spec"));
    kind("slurm.nebius.ai/NodeSetPowerState", replace("spec.nodeSetRef"));
    kind("apps.kruise.io/ResourceDistribution", replace("spec"));
  }

  private PatchedFields() {}

  private enum How {
    /** Becomes what is rendered, or goes when nothing is. */
    REPLACE,
    /** As replace, unless nothing is rendered: then it stays. */
    REPLACE_IF_ANY,
    /** Gets what is rendered; other entries stay. */
    MERGE
  }

  private record Field(List<String> path, How how) {}

  private static void kind(String name, Field... fields) {
    BY_KIND.put(name, List.of(fields));
  }

  private static Field replace(String path) {
    return new Field(List.of(path.split("\\.")), How.REPLACE);
  }

  private static Field replaceIfAny(String path) {
    return new Field(List.of(path.split("\\.")), How.REPLACE_IF_ANY);
  }

  private static Field merge(String path) {
    return new Field(List.of(path.split("\\.")), How.MERGE);
  }

  private static List<Field> of(ObjectNode object) {
    String version = object.path("apiVersion").asText();
    int slash = version.indexOf('/');
    String name =
        (slash < 0 ? "" : version.substring(0, slash)) + "/" + object.path("kind").asText();
    List<Field> fields = BY_KIND.get(name);
    if (fields == null) {
      throw new IllegalArgumentException("no patched fields defined for kind " + name);
    }
    return fields;
  }

  /** The stored object, with these fields as they are rendered. */
  static ObjectNode wanted(ObjectNode stored, ObjectNode rendered) {
    ObjectNode wanted = stored.deepCopy();
    for (Field field : of(rendered)) {
      JsonNode value = at(rendered, field.path());
      boolean empty = value == null || (value instanceof ArrayNode list && list.isEmpty());
      switch (field.how()) {
        case REPLACE -> put(wanted, field.path(), value);
        case REPLACE_IF_ANY -> {
          if (!empty) {
            put(wanted, field.path(), value);
          }
        }
        case MERGE -> {
          if (value instanceof ObjectNode entries) {
            ObjectNode all =
                at(wanted, field.path()) instanceof ObjectNode there
                    ? there
                    : JsonNodeFactory.instance.objectNode();
            all.setAll(entries);
            put(wanted, field.path(), all);
          }
        }
      }
    }
    return wanted;
  }

  /** The part of an object in these fields. */
  static ObjectNode only(ObjectNode object, ObjectNode rendered) {
    ObjectNode part = JsonNodeFactory.instance.objectNode();
    for (Field field : of(rendered)) {
      JsonNode value = at(object, field.path());
      if (value != null) {
        part.set(String.join(".", field.path()), value);
      }
    }
    return part;
  }

  private static @Nullable JsonNode at(ObjectNode object, List<String> path) {
    JsonNode node = object;
    for (String name : path) {
      node = node == null ? null : node.get(name);
    }
    return node;
  }

  private static void put(ObjectNode object, List<String> path, @Nullable JsonNode value) {
    ObjectNode parent = object;
    for (String name : path.subList(0, path.size() - 1)) {
      if (parent.get(name) instanceof ObjectNode there) {
        parent = there;
      } else if (value == null) {
        return;
      } else {
        parent = parent.putObject(name);
      }
    }
    if (value == null) {
      parent.remove(path.getLast());
    } else {
      parent.set(path.getLast(), value.deepCopy());
    }
  }
}
