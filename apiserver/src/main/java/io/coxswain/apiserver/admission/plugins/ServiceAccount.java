package io.coxswain.apiserver.admission.plugins;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.ObjectKey;
import io.coxswain.apiserver.admission.Attributes;
import io.coxswain.apiserver.admission.Operation;
import io.coxswain.apiserver.admission.Plugin;
import io.coxswain.apiserver.auth.node.PodReferences;
import io.coxswain.apiserver.json.Meta;
import io.coxswain.apiserver.kinds.AdmissionException;
import io.coxswain.apiserver.kinds.WriteContext;
import java.util.List;

/**
 * Sets the service account of a pod, adds the volume with the account's token and its image pull
 * secrets, and limits the Secrets that the pod may refer to. Mirror pods are never changed; they
 * may refer to neither service accounts nor Secrets.
 */
final class ServiceAccount implements Plugin {
  private static final String MOUNT = "/var/run/secrets/kubernetes.io/serviceaccount";
  private static final String VOLUME_PREFIX = "kube-api-access-";
  private static final int TOKEN_SECONDS = 3607;

  @Override
  public List<String> resources() {
    return List.of("pods", "pods/ephemeralcontainers");
  }

  @Override
  public List<Operation> operations() {
    return List.of(Operation.CREATE, Operation.UPDATE);
  }

  @Override
  public void admit(Attributes attributes) {
    if (!attributes.context().serviceAccounts() || !attributes.isCreate()) {
      return;
    }
    ObjectNode pod = attributes.object();
    if (!new PodReferences(pod).isMirrorPod()) {
      complete(pod, attributes.context());
    }
    validate(attributes);
  }

  @Override
  public void validate(Attributes attributes) {
    if (!attributes.context().serviceAccounts()) {
      return;
    }
    ObjectNode pod = attributes.object();
    if (attributes.isCreate()) {
      if (new PodReferences(pod).isMirrorPod()) {
        checkMirrorPod(pod);
      } else {
        MountableSecrets.checkPod(account(pod, attributes.context()), pod);
      }
    } else if (attributes.subresource().equals("ephemeralcontainers")) {
      MountableSecrets.checkEphemeralContainers(account(pod, attributes.context()), pod);
    }
  }

  private static void checkMirrorPod(ObjectNode pod) {
    var references = new PodReferences(pod);
    if (!references.serviceAccount().isEmpty()) {
      throw new AdmissionException("a mirror pod may not reference service accounts");
    }
    if (!references.secrets().isEmpty()) {
      throw new AdmissionException("a mirror pod may not reference secrets");
    }
    for (JsonNode volume : references.volumes()) {
      for (JsonNode source : Meta.at(volume, "/projected/sources")) {
        if (source.hasNonNull("serviceAccountToken")) {
          throw new AdmissionException(
              "a mirror pod may not use ServiceAccountToken volume projections");
        }
      }
    }
  }

  private static void complete(ObjectNode pod, WriteContext context) {
    ObjectNode spec = Meta.child(pod, "spec");
    Meta.setDefault(spec, "serviceAccountName", "default");
    spec.put("serviceAccount", spec.path("serviceAccountName").asText());
    JsonNode account = account(pod, context);
    JsonNode automount = spec.path("automountServiceAccountToken");
    boolean mount =
        (automount.isBoolean() ? automount : account.path("automountServiceAccountToken"))
            .asBoolean(true);
    if (mount) {
      mount(spec, context);
    }
    if (spec.path("imagePullSecrets").isEmpty() && !account.path("imagePullSecrets").isEmpty()) {
      spec.set("imagePullSecrets", account.path("imagePullSecrets").deepCopy());
    }
  }

  private static JsonNode account(ObjectNode pod, WriteContext context) {
    String namespace = Meta.namespace(pod);
    String name = new PodReferences(pod).serviceAccount();
    if (name.isEmpty()) {
      throw new AdmissionException(
          "no service account specified for pod " + namespace + "/" + Meta.name(pod));
    }
    var stored = context.snapshot().find("serviceaccounts", ObjectKey.of(namespace, name));
    if (stored == null) {
      throw new AdmissionException(
          "error looking up service account "
              + namespace
              + "/"
              + name
              + ": serviceaccount \""
              + name
              + "\" not found");
    }
    return stored.tree();
  }

  private static void mount(ObjectNode spec, WriteContext context) {
    String present = "";
    for (JsonNode volume : spec.path("volumes")) {
      String name = volume.path("name").asText("");
      if (name.startsWith(VOLUME_PREFIX)) {
        present = name;
        break;
      }
    }
    String volume = present.isEmpty() ? VOLUME_PREFIX + context.entropy().suffix(5) : present;
    boolean needed = false;
    for (String list : List.of("initContainers", "containers")) {
      for (ObjectNode container : Meta.objects(spec.path(list))) {
        boolean mounted = false;
        for (JsonNode existing : container.path("volumeMounts")) {
          mounted |= existing.path("mountPath").asText().equals(MOUNT);
        }
        if (!mounted) {
          needed = true;
          container
              .withArray("/volumeMounts")
              .addObject()
              .put("name", volume)
              .put("readOnly", true)
              .put("mountPath", MOUNT);
        }
      }
    }
    if (needed && present.isEmpty()) {
      projected(spec.withArray("/volumes").addObject().put("name", volume));
    }
  }

  private static void projected(ObjectNode volume) {
    ObjectNode projected = volume.putObject("projected");
    ArrayNode sources = projected.putArray("sources");
    sources
        .addObject()
        .putObject("serviceAccountToken")
        .put("expirationSeconds", TOKEN_SECONDS)
        .put("path", "token");
    ObjectNode authority = sources.addObject().putObject("configMap");
    authority.put("name", "kube-root-ca.crt");
    authority.putArray("items").addObject().put("key", "ca.crt").put("path", "ca.crt");
    ObjectNode item = sources.addObject().putObject("downwardAPI").putArray("items").addObject();
    item.put("path", "namespace");
    item.putObject("fieldRef").put("apiVersion", "v1").put("fieldPath", "metadata.namespace");
    projected.put("defaultMode", 420);
  }
}
