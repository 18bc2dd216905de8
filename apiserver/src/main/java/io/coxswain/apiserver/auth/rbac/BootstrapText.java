package io.coxswain.apiserver.auth.rbac;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.apiserver.json.Meta;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parses {@code bootstrap.txt}, whose header explains its format. */
final class BootstrapText {
  static final String GROUP = "rbac.authorization.k8s.io";
  static final String API = GROUP + "/v1";
  private static final String AGGREGATE = GROUP + "/aggregate-to-";

  /** A line with {@code if GATE} after the name. */
  private static final Pattern CONDITIONAL = Pattern.compile("(\\S+ \\S+) if (\\S+)(.*)");

  private static final Pattern CONDITIONAL_RULE = Pattern.compile("if (\\S+) (.*)");

  private BootstrapText() {}

  /**
   * The objects as sent for creation, with names for uids.
   *
   * @param gates the feature gates that are on although they are not by default
   */
  static List<ObjectNode> objects(Set<String> gates) {
    var objects = new ArrayList<ObjectNode>();
    boolean made = true;
    for (String line : text().lines().toList()) {
      if (line.startsWith(" ")) {
        Matcher conditional = CONDITIONAL_RULE.matcher(line.strip());
        boolean gated = conditional.matches();
        if (made && (!gated || gates.contains(conditional.group(1)))) {
          String plain = gated ? conditional.group(2) : line.strip();
          objects.getLast().withArray("/rules").add(rule(plain.split(" ")));
        }
      } else if (!line.startsWith("#")) {
        Matcher conditional = CONDITIONAL.matcher(line);
        boolean gated = conditional.matches();
        made = !gated || gates.contains(conditional.group(2));
        if (made) {
          String plain = gated ? conditional.group(1) + conditional.group(3) : line;
          objects.add(object(plain.split(" ")));
        }
      }
    }
    return objects;
  }

  private static String text() {
    try (InputStream in = BootstrapText.class.getResourceAsStream("bootstrap.txt")) {
      if (in == null) {
        throw new IllegalStateException("bootstrap.txt is missing");
      }
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static ObjectNode object(String[] words) {
    ObjectNode object = Json.MAPPER.createObjectNode();
    object.put("kind", words[0]).put("apiVersion", API);
    ObjectNode meta = Meta.of(object);
    int slash = words[1].indexOf('/');
    meta.put("name", words[1].substring(slash + 1));
    if (slash > 0) {
      meta.put("namespace", words[1].substring(0, slash));
    }
    byte[] identity = (words[0] + " " + words[1]).getBytes(StandardCharsets.UTF_8);
    meta.put("uid", UUID.nameUUIDFromBytes(identity).toString());
    meta.putObject("labels").put("kubernetes.io/bootstrapping", "rbac-defaults");
    meta.putObject("annotations").put("rbac.authorization.kubernetes.io/autoupdate", "true");
    if (words[0].endsWith("Binding")) {
      binding(object, words);
    } else {
      role(object, words);
    }
    return object;
  }

  private static void role(ObjectNode role, String[] words) {
    role.putNull("rules");
    for (int i = 2; i + 1 < words.length; i += 2) {
      String label = AGGREGATE + words[i + 1];
      if (words[i].equals("into")) {
        role.withObject("/metadata/labels").put(label, "true");
      } else {
        ArrayNode selectors = role.putObject("aggregationRule").putArray("clusterRoleSelectors");
        selectors.addObject().putObject("matchLabels").put(label, "true");
      }
    }
  }

  private static void binding(ObjectNode binding, String[] words) {
    String[] role = words[2].split("/");
    binding.putObject("roleRef").put("apiGroup", GROUP).put("kind", role[0]).put("name", role[1]);
    for (int i = 3; i < words.length; i++) {
      String[] parts = words[i].split("/");
      ObjectNode subject = binding.withArray("/subjects").addObject();
      subject.put("kind", parts[0]);
      if (parts.length == 3) {
        subject.put("name", parts[2]).put("namespace", parts[1]);
      } else {
        subject.put("apiGroup", GROUP).put("name", parts[1]);
      }
    }
  }

  private static ObjectNode rule(String[] words) {
    ObjectNode rule = Json.MAPPER.createObjectNode();
    list(rule, "verbs", words[0]);
    if (words[1].equals("url")) {
      list(rule, "nonResourceURLs", words[2]);
      return rule;
    }
    list(rule, "apiGroups", words[1]);
    list(rule, "resources", words[2]);
    if (words.length > 3) {
      list(rule, "resourceNames", words[3]);
    }
    return rule;
  }

  private static void list(ObjectNode rule, String field, String words) {
    ArrayNode list = rule.putArray(field);
    for (String word : words.split(",")) {
      list.add(word.equals("core") ? "" : word);
    }
  }
}
