package io.coxswain.apiserver.rest;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.ObjectKey;
import io.coxswain.apiserver.auth.User;
import io.coxswain.apiserver.crd.DefinitionStatus;
import io.coxswain.apiserver.json.Meta;
import io.coxswain.apiserver.json.SameJson;
import io.coxswain.apiserver.kinds.KindRegistry;
import io.coxswain.apiserver.kinds.ServedKind;
import io.coxswain.apiserver.store.Store;
import io.coxswain.apiserver.store.Stored;
import io.coxswain.env.ApiRequest;
import io.coxswain.env.Clock;
import java.util.ArrayList;
import java.util.List;

/**
 * Grants definitions their names. What upstream does in controllers happens here, with the request
 * that creates, changes or removes a definition, right after it: whoever looks next finds the kind
 * established.
 */
final class CrdNamingConditions {
  private static final User SERVER = new User("system:apiserver", List.of("system:masters"));

  private final Store store;
  private final Clock clock;
  private final KindRegistry kinds;
  private final UpdateHandler updates;

  CrdNamingConditions(Store store, Clock clock, KindRegistry kinds, UpdateHandler updates) {
    this.store = store;
    this.clock = clock;
    this.kinds = kinds;
    this.updates = updates;
  }

  /** A request has been answered; perhaps it changed which names are free. */
  void after(Target target) {
    if (target.kind().collection().equals(CrdFinalizer.COLLECTION)) {
      if (!target.dryRun() && !target.info().name().isEmpty()) {
        settle(target.info().name());
      }
    } else if (target.kind().facts().terminating()) {
      settle(target.kind().collection());
    }
  }

  /** A definition has been made. */
  void created(Target target, Stored definition) {
    if (target.kind().collection().equals(CrdFinalizer.COLLECTION) && !target.dryRun()) {
      settle(definition.key().name());
    }
  }

  /** Looks at all definitions of the group, since a name is free within a group or not. */
  private void settle(String name) {
    String group = name.substring(name.indexOf('.') + 1);
    for (ObjectKey key : keys(group)) {
      Stored stored = store.head().find(CrdFinalizer.COLLECTION, key);
      if (stored == null) {
        continue;
      }
      ObjectNode before = stored.tree();
      if (!Meta.deleting(before)
          && !SameJson.identical(before, settled(before.deepCopy(), group))) {
        var _ =
            updates.update(
                target(key), now -> settled(now, group), UpdateHandler.Owners.TRACK, true);
      }
    }
  }

  private List<ObjectKey> keys(String group) {
    var keys = new ArrayList<ObjectKey>();
    for (Stored each : store.head().collection(CrdFinalizer.COLLECTION).values()) {
      String name = each.key().name();
      if (name.substring(name.indexOf('.') + 1).equals(group)) {
        keys.add(each.key());
      }
    }
    return keys;
  }

  private ObjectNode settled(ObjectNode definition, String group) {
    var all = new ArrayList<ObjectNode>();
    for (ObjectKey key : keys(group)) {
      Stored each = store.head().find(CrdFinalizer.COLLECTION, key);
      if (each != null && !key.name().equals(Meta.name(definition))) {
        all.add(each.tree());
      }
    }
    DefinitionStatus.settle(
        definition, DefinitionStatus.TakenNames.of(definition, all), clock.now());
    return definition;
  }

  private Target target(ObjectKey key) {
    ServedKind kind =
        kinds
            .find(store.head(), "apiextensions.k8s.io", "v1", "customresourcedefinitions")
            .orElseThrow();
    var request =
        ApiRequest.of(
                "PUT",
                "/apis/apiextensions.k8s.io/v1/customresourcedefinitions/" + key.name() + "/status")
            .header("user-agent", "kube-apiserver");
    return Target.of(RequestInfo.of(request), kind, request, SERVER, clock);
  }
}
