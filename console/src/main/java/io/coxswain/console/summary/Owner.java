package io.coxswain.console.summary;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An owner of an object. */
public record Owner(String apiVersion, String kind, String name, String uid, boolean controller) {

  /** All owners of an object, in order. */
  public static List<Owner> all(JsonNode object) {
    var owners = new ArrayList<Owner>();
    for (JsonNode each : object.path("metadata").path("ownerReferences")) {
      owners.add(
          new Owner(
              Fields.text(each, "apiVersion"),
              Fields.text(each, "kind"),
              Fields.text(each, "name"),
              Fields.text(each, "uid"),
              each.path("controller").asBoolean()));
    }
    return List.copyOf(owners);
  }

  /** The owner that controls the object; null if none does. */
  public static @Nullable Owner controller(JsonNode object) {
    return all(object).stream().filter(Owner::controller).findFirst().orElse(null);
  }
}
