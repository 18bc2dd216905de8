package io.coxswain.apiserver.admission.plugins;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.ObjectKey;
import io.coxswain.apiserver.admission.Attributes;
import io.coxswain.apiserver.admission.Operation;
import io.coxswain.apiserver.admission.Plugin;
import io.coxswain.apiserver.json.Meta;
import io.coxswain.apiserver.kinds.AdmissionException;
import io.coxswain.apiserver.kinds.WriteContext;
import java.util.List;

/** Gives a pod its service account, and the volume that holds the account's token. */
final class ServiceAccount implements Plugin {
  private static final String MOUNT = "/var/run/secrets/kubernetes.io/serviceaccount";
  private static final int TOKEN_SECONDS = 3607;

  @Override
  public List<String> resources() {
    return List.of("pods");
  }

  @Override
  public List<Operation> operations() {
    return List.of(Operation.CREATE);
  }

  @Override
  public void admit(Attributes attributes) {
    if (attributes.context().serviceAccounts()) {
      admit(attributes.object(), attributes.context());
    }
  }

  private static void admit(ObjectNode pod, WriteContext context) {
    ObjectNode spec = Meta.child(pod, "spec");
    Meta.setDefault(spec, "serviceAccountName", "default");
    String name = spec.path("serviceAccountName").asText();
    spec.put("serviceAccount", name);
    String namespace = Meta.namespace(pod);
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
    JsonNode account = stored.tree();
    if (spec.path("imagePullSecrets").isEmpty() && !account.path("imagePullSecrets").isEmpty()) {
      spec.set("imagePullSecrets", account.path("imagePullSecrets").deepCopy());
    }
    JsonNode wish = spec.path("automountServiceAccountToken");
    boolean mount =
        (wish.isBoolean() ? wish : account.path("automountServiceAccountToken")).asBoolean(true);
    if (mount) {
      mount(spec, context);
    }
  }

  private static void mount(ObjectNode spec, WriteContext context) {
    String volume = "kube-api-access-" + context.entropy().suffix(5);
    boolean needed = false;
    for (String list : List.of("initContainers", "containers")) {
      for (ObjectNode container : Meta.objects(spec.path(list))) {
        boolean mounted = false;
        for (JsonNode there : container.path("volumeMounts")) {
          mounted |= there.path("mountPath").asText().equals(MOUNT);
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
    if (needed) {
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
