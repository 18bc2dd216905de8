package io.coxswain.apiserver.kinds;

import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.apiserver.json.Meta;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The deletion propagation that a delete request specifies. The garbage collector acts on the
 * finalizers that these methods compute.
 *
 * @param policy the propagation policy; null if unset
 * @param orphanDependents its deprecated predecessor; null if unset
 */
public record Propagation(@Nullable String policy, @Nullable Boolean orphanDependents) {
  public static final Propagation UNSET = new Propagation(null, null);

  private static final String ORPHAN = "orphan";
  private static final String FOREGROUND = "foregroundDeletion";

  public boolean isUnset() {
    return policy == null && orphanDependents == null;
  }

  /** The finalizers of an object after the request. */
  public List<String> finalizers(JsonNode object, boolean orphansByDefault) {
    var finalizers = new ArrayList<>(Meta.finalizers(object));
    if (policy != null) {
      return with(finalizers, policy.equals("Orphan"), policy.equals("Foreground"));
    }
    if (orphanDependents != null) {
      return with(finalizers, orphanDependents, false);
    }
    return finalizers.contains(ORPHAN) || finalizers.contains(FOREGROUND)
        ? finalizers
        : with(finalizers, orphansByDefault, false);
  }

  /** The finalizers of a namespace after the request, for which upstream has other rules. */
  public List<String> namespaceFinalizers(JsonNode namespace) {
    var finalizers = new ArrayList<>(Meta.finalizers(namespace));
    if (orphanDependents != null) {
      return with(finalizers, orphanDependents, !orphanDependents);
    }
    return policy == null
        ? finalizers
        : with(finalizers, policy.equals("Orphan"), policy.equals("Foreground"));
  }

  private static List<String> with(List<String> finalizers, boolean orphan, boolean foreground) {
    toggle(finalizers, ORPHAN, orphan);
    toggle(finalizers, FOREGROUND, foreground);
    return finalizers;
  }

  private static void toggle(List<String> finalizers, String finalizer, boolean wanted) {
    if (!wanted) {
      finalizers.remove(finalizer);
    } else if (!finalizers.contains(finalizer)) {
      finalizers.add(finalizer);
    }
  }
}
