package io.coxswain.apiserver.kinds.pod;

import com.fasterxml.jackson.databind.JsonNode;
import io.coxswain.apiserver.json.Meta;
import java.util.ArrayList;
import java.util.List;

/** Detects files of one volume that hide one another. */
final class VolumeOverlaps {
  private VolumeOverlaps() {}

  private record Place(String path, String source) {
    @Override
    public String toString() {
      return "\"" + path + "\"" + (source.isEmpty() ? "" : " (" + source + ")");
    }

    boolean overlaps(Place other) {
      String mine = path + "/";
      String its = other.path + "/";
      return !path.isEmpty()
          && !other.path.isEmpty()
          && (mine.startsWith(its) || its.startsWith(mine));
    }
  }

  static void add(JsonNode volumes, List<String> warnings) {
    for (JsonNode volume : volumes) {
      String name = volume.path("name").asText();
      JsonNode map = volume.path("configMap");
      check(name, named("ConfigMap", map, "name"), places(map.path("items"), ""), warnings);
      JsonNode secret = volume.path("secret");
      check(
          name, named("Secret", secret, "secretName"), places(secret.path("items"), ""), warnings);
      check(name, "DownwardAPI", places(Meta.at(volume, "/downwardAPI/items"), ""), warnings);
      projected(name, Meta.at(volume, "/projected/sources"), warnings);
    }
  }

  private static String named(String kind, JsonNode source, String field) {
    return kind + " \"" + source.path(field).asText("") + "\"";
  }

  private static List<Place> places(JsonNode items, String source) {
    var places = new ArrayList<Place>();
    for (JsonNode item : items) {
      places.add(new Place(item.path("path").asText("").replaceAll("/+$", ""), source));
    }
    return places;
  }

  private static void projected(String name, JsonNode sources, List<String> warnings) {
    var all = new ArrayList<Place>();
    for (JsonNode source : sources) {
      if (source.isEmpty()) {
        warnings.add("volume \"" + name + "\" (Projected) has no sources provided");
      }
      JsonNode map = source.path("configMap");
      JsonNode secret = source.path("secret");
      if (map.has("items")) {
        all.addAll(places(map.path("items"), named("ConfigMap", map, "name")));
      } else if (secret.has("items")) {
        all.addAll(places(secret.path("items"), named("Secret", secret, "name")));
      } else if (source.path("downwardAPI").has("items")) {
        all.addAll(places(Meta.at(source, "/downwardAPI/items"), "DownwardAPI"));
      } else if (source.has("serviceAccountToken")) {
        all.add(
            new Place(
                Meta.at(source, "/serviceAccountToken/path").asText("").replaceAll("/+$", ""),
                "ServiceAccountToken"));
      }
    }
    check(name, "Projected", all, warnings);
  }

  private static void check(String name, String kind, List<Place> places, List<String> warnings) {
    for (int i = 0; i < places.size(); i++) {
      for (Place earlier : places.subList(0, i)) {
        if (places.get(i).overlaps(earlier)) {
          warnings.add(
              "volume \""
                  + name
                  + "\" ("
                  + kind
                  + "): overlapping paths: "
                  + places.get(i)
                  + " with "
                  + earlier);
        }
      }
    }
  }
}
