package io.coxswain.apiserver.admission.plugins;

import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.api.ObjectKey;
import io.coxswain.apiserver.auth.node.PodReferences;
import io.coxswain.apiserver.json.Meta;
import io.coxswain.apiserver.store.Snapshot;
import io.coxswain.apiserver.store.Stored;
import java.util.SortedSet;
import java.util.TreeSet;

/** The audiences of the service account tokens that the volumes of a pod need. */
final class TokenAudiences {
  private TokenAudiences() {}

  /** The audiences; an empty one denotes the API server. */
  static SortedSet<String> of(Snapshot snapshot, JsonNode pod) {
    var audiences = new TreeSet<String>();
    var references = new PodReferences(pod);
    for (JsonNode volume : references.volumes()) {
      for (JsonNode source : volume.at("/projected/sources")) {
        if (source.path("serviceAccountToken").isObject()) {
          audiences.add(Meta.text(source, "/serviceAccountToken/audience"));
        }
      }
      String driver = Meta.text(volume, "/csi/driver");
      String claim = references.volumeClaim(volume);
      if (!claim.isEmpty()) {
        driver = driver(snapshot, ObjectKey.of(Meta.namespace(pod), claim));
      }
      Stored known =
          driver.isEmpty()
              ? null
              : snapshot.find("csidrivers.storage.k8s.io", ObjectKey.of("", driver));
      if (known != null) {
        known
            .tree()
            .at("/spec/tokenRequests")
            .forEach(request -> audiences.add(Meta.text(request, "/audience")));
      }
    }
    return audiences;
  }

  private static String driver(Snapshot snapshot, ObjectKey claim) {
    Stored stored = snapshot.find("persistentvolumeclaims", claim);
    String name = stored == null ? "" : Meta.text(stored.tree(), "/spec/volumeName");
    Stored volume =
        name.isEmpty() ? null : snapshot.find("persistentvolumes", ObjectKey.of("", name));
    return volume == null ? "" : Meta.text(volume.tree(), "/spec/csi/driver");
  }
}
