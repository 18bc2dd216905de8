package io.coxswain.apiserver.rest;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.ObjectKey;
import io.coxswain.apiserver.auth.User;
import io.coxswain.apiserver.crd.DefinitionStatus;
import io.coxswain.apiserver.json.Meta;
import io.coxswain.apiserver.json.SameJson;
import io.coxswain.apiserver.kinds.CustomResourceDefinitionStrategy;
import io.coxswain.apiserver.kinds.KindRegistry;
import io.coxswain.apiserver.kinds.ServedKind;
import io.coxswain.apiserver.store.Store;
import io.coxswain.apiserver.store.Stored;
import io.coxswain.env.ApiRequest;
import io.coxswain.env.Clock;
import java.util.ArrayList;
import java.util.List;

/**
 * Accepts the names of CRDs. Upstream does this in controllers; here it happens in the request that
 * creates, changes or deletes a CRD, so the next request finds the kind established.
 */
final class CrdNamingConditions implements WriteObserver {
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

  @Override
  public void created(Target target, Stored object) {
    if (isDefinition(target) && !target.dryRun()) {
      settle(object.key().name());
    }
  }

  @Override
  public void updated(Target target) {
    changed(target);
  }

  @Override
  public void deleted(Target target, ObjectKey key, boolean removed) {
    changed(target);
  }

  /** The request may have changed the set of free names, unless it names no object. */
  private void changed(Target target) {
    if (target.info().name().isEmpty()) {
      return;
    }
    if (isDefinition(target)) {
      if (!target.dryRun()) {
        settle(target.info().name());
      }
    } else if (target.kind().facts().terminating()) {
      settle(target.kind().collection());
    }
  }

  private static boolean isDefinition(Target target) {
    return target.kind().collection().equals(CustomResourceDefinitionStrategy.COLLECTION);
  }

  /** Examines all CRDs of the group, because names are unique within a group. */
  private void settle(String name) {
    String group = name.substring(name.indexOf('.') + 1);
    for (ObjectKey key : keys(group)) {
      Stored stored = store.head().find(CustomResourceDefinitionStrategy.COLLECTION, key);
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
    for (Stored each :
        store.head().collection(CustomResourceDefinitionStrategy.COLLECTION).values()) {
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
      Stored each = store.head().find(CustomResourceDefinitionStrategy.COLLECTION, key);
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
