package io.coxswain.apiserver.kinds.cluster;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.apiserver.json.Meta;
import io.coxswain.apiserver.rules.Field;
import io.coxswain.apiserver.rules.Formats;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import java.util.TreeSet;

/** The rules of StorageVersions. */
final class StorageVersionRules {
  private static final String API_VERSION =
      "an apiVersion is a DNS-1035 label, which must consist of lower case alphanumeric characters"
          + " or '-', start with an alphabetic character, and end with an alphanumeric character"
          + " (e.g. 'my-name',  or 'abc-123', regex used for validation is"
          + " '[a-z]([-a-z0-9]*[a-z0-9])?') with an optional DNS subdomain prefix and '/' (e.g."
          + " 'example.com/MyVersion')";

  private StorageVersionRules() {}

  static void defaults(ObjectNode version) {
    Meta.child(version, "spec");
    Meta.child(version, "status");
  }

  static void version(Field version) {
    version.get("metadata.name").matches(StorageVersionRules::nameProblems);
    status(version);
  }

  private static List<String> nameProblems(String name) {
    int dot = name.lastIndexOf('.');
    if (dot < 0) {
      return List.of("name must be in the form of <group>.<resource>");
    }
    var problems = new ArrayList<String>();
    for (String problem : Formats.dnsSubdomain(name.substring(0, dot))) {
      problems.add("the group segment " + problem);
    }
    for (String problem : Formats.dns1035Label(name.substring(dot + 1))) {
      problems.add("the resource segment " + problem);
    }
    return problems;
  }

  static void status(Field version) {
    Field status = version.get("status");
    var servers = new TreeSet<String>();
    for (Field server : status.get("storageVersions").items()) {
      server.get("apiServerID").orEmpty().notAmong(servers);
      server(server);
    }
    commonVersion(status);
    conditions(status);
  }

  private static void server(Field server) {
    server.get("apiServerID").matches(Formats::dnsSubdomain);
    Field encoding = server.get("encodingVersion").orEmpty();
    apiVersion(encoding);
    Field decodable = server.get("decodableVersions");
    decodable.items().forEach(StorageVersionRules::apiVersion);
    if (!contains(decodable, encoding.text())) {
      decodable.invalid("decodableVersions must include encodingVersion " + encoding.text());
    }
    for (Field served : server.get("servedVersions").items()) {
      apiVersion(served);
      if (!contains(decodable, served.text())) {
        served.invalid(
            "individual served version : "
                + served.text()
                + " must be included in decodableVersions : "
                + decodable.items().stream().map(Field::text).toList().toString().replace(",", ""));
      }
    }
  }

  private static boolean contains(Field versions, String wanted) {
    return versions.items().stream().anyMatch(version -> version.is(wanted));
  }

  private static void apiVersion(Field field) {
    List<String> problems = apiVersionProblems(field.text());
    if (!problems.isEmpty()) {
      field.invalid(String.join(",", problems));
    }
  }

  private static List<String> apiVersionProblems(String apiVersion) {
    String[] parts = apiVersion.split("/", -1);
    if (parts.length > 2) {
      return List.of(API_VERSION);
    }
    var problems = new ArrayList<String>();
    if (parts.length == 2) {
      problems.addAll(segment("group part: ", parts[0], Formats.dnsSubdomain(parts[0])));
    }
    String version = parts[parts.length - 1];
    problems.addAll(segment("version part: ", version, Formats.dns1035Label(version)));
    return problems;
  }

  private static List<String> segment(String prefix, String text, List<String> problems) {
    List<String> found = text.isEmpty() ? List.of("must be non-empty") : problems;
    return found.stream().map(prefix::concat).toList();
  }

  private static void commonVersion(Field status) {
    Field common = status.get("commonEncodingVersion");
    var versions = new TreeSet<String>();
    for (Field server : status.get("storageVersions").items()) {
      versions.add(server.text("encodingVersion"));
    }
    if (versions.size() != 1) {
      if (common.isSet()) {
        common.invalid(
            "should be nil if servers do not agree on the same encoding version, or if there is no"
                + " server reporting the supported versions yet");
      }
    } else if (!common.isSet()) {
      common.invalid("the common encoding version is " + versions.first());
    } else if (!common.is(versions.first())) {
      common.invalid("the actual common encoding version is " + versions.first());
    }
  }

  private static void conditions(Field status) {
    var positions = new TreeMap<String, Integer>();
    List<Field> conditions = status.get("conditions").items();
    for (int i = 0; i < conditions.size(); i++) {
      Field condition = conditions.get(i);
      // Upstream leaves the name of the list out of these paths.
      String path = "status[" + i + "].";
      Field type = condition.get("type").orEmpty().at(path + "type");
      Integer earlier = positions.put(type.text(), i);
      if (earlier != null) {
        type.invalid(
            "the type of the condition is not unique, it also appears in conditions["
                + earlier
                + "]");
      }
      type.matches(Formats::qualifiedName);
      condition.get("status").orEmpty().at(path + "status").matches(Formats::qualifiedName);
      for (String field : List.of("reason", "message")) {
        condition.get(field).at(path + field).isGiven();
      }
    }
  }
}
