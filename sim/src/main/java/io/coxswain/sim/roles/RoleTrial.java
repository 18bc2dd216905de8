package io.coxswain.sim.roles;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.ApiException;
import io.coxswain.api.Json;
import io.coxswain.env.ApiRequest;
import io.coxswain.env.Env;
import io.coxswain.sim.ScenarioEnvironment;
import io.coxswain.sim.Simulation;
import io.coxswain.sim.World;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * A program, the file with its role under {@code deploy}, and the checks that the two match.
 *
 * @param path under {@code deploy}
 * @param besides permissions that the program may also need but does not use in its scenario
 */
public record RoleTrial(String path, RoleFile role, List<Right> besides) {
  private static final Path DEPLOY = Path.of(System.getProperty("coxswain.root", ".."), "deploy");
  private static final boolean REWRITE = Boolean.getBoolean("coxswain.rewrite");
  private static final String RBAC = "/apis/rbac.authorization.k8s.io/v1/";

  /** A world in which the program does its work as the given identity. */
  @FunctionalInterface
  public interface Script {
    Simulation as(Identity who);
  }

  /** The first permission of each role, and those that were removed. */
  private record Expected(List<Right> allowed, List<Right> refused) {}

  /**
   * Checks that the file contains exactly the permissions that the program requests and those
   * listed in addition; with {@code -Dcoxswain.rewrite=true} the file is written. A permission that
   * the scenario uses must not be listed.
   */
  public void check(Script script) throws IOException {
    assumeTrue(
        ScenarioEnvironment.chosen() == null,
        "in real time a script may take other turns each time");
    var who = new Identity("", role.home());
    var _ = once(script, who).run(1);
    SortedSet<Right> asked = withLists(who.asked());
    List<Right> needless = besides.stream().filter(r -> asked.contains(r)).toList();
    if (!needless.isEmpty()) {
      throw new AssertionError("asked for in the script, need not be listed besides: " + needless);
    }
    var all = new TreeSet<Right>(asked);
    all.addAll(besides);
    all.removeIf(right -> all.stream().anyMatch(other -> other.covers(right)));
    String wanted = role.text(all);
    Path file = DEPLOY.resolve(path);
    var files = Env.production().files();
    if (REWRITE) {
      files.createDirectories(Objects.requireNonNull(file.getParent()));
      files.write(file, wanted.getBytes(StandardCharsets.UTF_8));
    }
    String found = new String(files.read(file), StandardCharsets.UTF_8);
    if (!found.equals(wanted)) {
      throw new AssertionError(
          file + " is not what the program asks for; -Dcoxswain.rewrite=true writes\n" + wanted);
    }
  }

  /** Checks that the program does its work with the role. */
  public void play(Script script) {
    var who = identity();
    var _ =
        once(script, who)
            .before(
                world -> {
                  List<ObjectNode> objects = objects();
                  install(world, objects, new Expected(firsts(objects), List.of()));
                })
            .run(1);
    if (!who.refused().isEmpty()) {
      throw new AssertionError("refused: " + who.refused());
    }
  }

  /** Checks that the program is denied a request if the role lacks one verb on one resource. */
  public void playWithout(String resource, String verb, Script script) {
    var who = identity();
    Simulation limited =
        once(script, who)
            .before(
                world -> {
                  List<ObjectNode> objects = objects();
                  List<Right> taken = take(objects, resource, verb);
                  install(world, objects, new Expected(firsts(objects), taken));
                });
    try {
      var _ = limited.run(1);
    } catch (AssertionError | RuntimeException e) {
      if (who.refused().stream().anyMatch(text -> isFor(verb, text))) {
        return;
      }
      throw e;
    }
    throw new AssertionError(path + " works without " + verb + " of " + resource);
  }

  /** The script alone, without restarts: what a new start asks for is not part of it. */
  private static Simulation once(Script script, Identity who) {
    Simulation simulation = script.as(who);
    for (String process : simulation.processes()) {
      simulation.restartMatters(process, "a role is compared with what its script asks for");
    }
    return simulation;
  }

  /** Whether the verb was needed by the request, or had to be held in order to grant it. */
  private static boolean isFor(String verb, String refusal) {
    return refusal.contains(" cannot " + verb + " ")
        || (refusal.contains("not currently held") && refusal.contains("\\\"" + verb + "\\\""));
  }

  private Identity identity() {
    return new Identity(account(), role.home());
  }

  private String account() {
    return "system:serviceaccount:" + role.home() + ":" + role.account();
  }

  /** Adds the list permissions that are needed on a server without streaming lists. */
  private static SortedSet<Right> withLists(SortedSet<Right> rights) {
    var all = new TreeSet<Right>(rights);
    for (Right right : rights) {
      if (right.verb().equals("watch")) {
        all.add(new Right(right.namespace(), right.group(), right.resource(), "list"));
      }
    }
    return all;
  }

  // ---- the file

  private List<ObjectNode> objects() throws IOException {
    var objects = new ArrayList<ObjectNode>();
    byte[] text = Env.production().files().read(DEPLOY.resolve(path));
    for (String document : new String(text, StandardCharsets.UTF_8).split("\n---\n")) {
      if (Json.yamlMapper().readTree(document) instanceof ObjectNode object) {
        objects.add(object);
      }
    }
    return objects;
  }

  private static List<Right> firsts(List<ObjectNode> objects) {
    var firsts = new ArrayList<Right>();
    for (ObjectNode object : objects) {
      JsonNode rule = object.path("rules").path(0);
      if (!rule.isMissingNode()) {
        firsts.add(
            new Right(
                namespace(object),
                rule.path("apiGroups").path(0).asText(),
                rule.path("resources").path(0).asText(),
                rule.path("verbs").path(0).asText()));
      }
    }
    return firsts;
  }

  private static String namespace(ObjectNode object) {
    return object.path("metadata").path("namespace").asText();
  }

  /** Removes the verb on that resource wherever it is granted by name. */
  private List<Right> take(List<ObjectNode> objects, String resource, String verb) {
    var taken = new ArrayList<Right>();
    for (ObjectNode object : objects) {
      var rules = Json.MAPPER.createArrayNode();
      for (JsonNode rule : object.path("rules")) {
        List<String> resources = texts(rule.path("resources"));
        List<String> verbs = texts(rule.path("verbs"));
        if (resources.contains(resource) && verbs.contains(verb)) {
          taken.add(
              new Right(
                  namespace(object), rule.path("apiGroups").path(0).asText(), resource, verb));
          add(rules, rule, resources.stream().filter(r -> !r.equals(resource)).toList(), verbs);
          add(rules, rule, List.of(resource), verbs.stream().filter(v -> !v.equals(verb)).toList());
        } else {
          rules.add(rule);
        }
      }
      if (object.has("rules")) {
        object.set("rules", rules);
      }
    }
    if (taken.isEmpty()) {
      throw new AssertionError(path + " does not grant " + verb + " of " + resource);
    }
    return taken;
  }

  private static List<String> texts(JsonNode array) {
    var texts = new ArrayList<String>();
    array.forEach(text -> texts.add(text.asText()));
    return texts;
  }

  private static void add(
      ArrayNode rules, JsonNode like, List<String> resources, List<String> verbs) {
    if (resources.isEmpty() || verbs.isEmpty()) {
      return;
    }
    ObjectNode rule = rules.addObject();
    rule.set("apiGroups", like.path("apiGroups"));
    if (like.has("resourceNames")) {
      rule.set("resourceNames", like.path("resourceNames"));
    }
    resources.forEach(rule.putArray("resources")::add);
    verbs.forEach(rule.putArray("verbs")::add);
  }

  // ---- the server

  /** Returns once the server applies the role; a real server takes a moment. */
  private void install(World world, List<ObjectNode> objects, Expected expected)
      throws ApiException {
    namespace(world);
    for (ObjectNode object : objects) {
      String namespace = namespace(object);
      String plural = object.path("kind").asText().toLowerCase(Locale.ROOT) + "s";
      post(
          world,
          RBAC + (namespace.isEmpty() ? "" : "namespaces/" + namespace + "/") + plural,
          object);
    }
    for (Right right : expected.allowed) {
      world.await(account() + " may " + right, () -> isAllowed(world, right));
    }
    for (Right right : expected.refused) {
      world.await(account() + " may not " + right, () -> !isAllowed(world, right));
    }
  }

  private void namespace(World world) throws ApiException {
    ObjectNode namespace = Json.MAPPER.createObjectNode();
    namespace.put("apiVersion", "v1").put("kind", "Namespace");
    namespace.putObject("metadata").put("name", role.home());
    try {
      post(world, "/api/v1/namespaces", namespace);
    } catch (ApiException.AlreadyExists e) {
      return; // created by the scenario
    }
  }

  private boolean isAllowed(World world, Right right) throws ApiException {
    ObjectNode review = Json.MAPPER.createObjectNode();
    review.put("apiVersion", "authorization.k8s.io/v1").put("kind", "SubjectAccessReview");
    ObjectNode spec = review.putObject("spec").put("user", account());
    String[] resource = right.resource().split("/", 2);
    spec.putObject("resourceAttributes")
        .put("namespace", right.namespace())
        .put("group", right.group())
        .put("resource", resource[0])
        .put("subresource", resource.length > 1 ? resource[1] : "")
        .put("verb", right.verb());
    byte[] answer = post(world, "/apis/authorization.k8s.io/v1/subjectaccessreviews", review);
    return Json.tree(answer).path("status").path("allowed").asBoolean();
  }

  private static byte[] post(World world, String path, ObjectNode object) throws ApiException {
    return world
        .objects()
        .call(ApiRequest.of("POST", path).body("application/json", Json.bytes(object)))
        .body();
  }
}
