package io.coxswain.cli.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.cli.sim.TrainingCluster;
import io.coxswain.env.ApiRequest;
import io.coxswain.jobset.JobSetWebhooks;
import io.coxswain.sim.Simulation;
import io.coxswain.sim.World;
import io.coxswain.sim.WorldFailure;
import io.coxswain.sim.roles.Right;
import io.coxswain.sim.roles.RoleFile;
import io.coxswain.trainer.webhooks.TrainerWebhooks;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/**
 * The roles under {@code deploy} hold what the programs ask for, and the programs work with them.
 * With {@code -Dcoxswain.rewrite=true} they are rewritten.
 */
final class RolesScenarioTest {
  private static final Path DEPLOY = Path.of(System.getProperty("coxswain.root", ".."), "deploy");
  private static final int REPLICAS = 2;
  private static final boolean REWRITE = Boolean.getBoolean("coxswain.rewrite");

  /**
   * A program.
   *
   * @param folder under {@code deploy}; its processes are called so, with a number
   * @param besides what it may also need, and does not in this script
   */
  private record Subject(String folder, RoleFile file, List<Right> besides) {
    boolean is(String process) {
      return process.startsWith(folder + "-");
    }

    Path path() {
      return DEPLOY.resolve(folder).resolve("role.yaml");
    }
  }

  /** Callers of metrics and of the status server are not played. */
  private static final Right WHO = new Right("", "authentication.k8s.io", "tokenreviews", "create");

  private static final Right MAY =
      new Right("", "authorization.k8s.io", "subjectaccessreviews", "create");

  /** An event that comes again and again. */
  private static final Right SERIES = new Right("", "events.k8s.io", "events", "patch");

  private static final List<Subject> SUBJECTS =
      List.of(
          new Subject(
              "jobset",
              new RoleFile(
                  "jobset-controller-manager",
                  JobSetWebhooks.NAMESPACE,
                  "jobset-controller-manager"),
              List.of(
                  WHO,
                  MAY,
                  SERIES,
                  // a pod that follows another which was moved
                  new Right("", "", "pods", "delete"),
                  new Right("", "", "pods/status", "patch"))),
          new Subject(
              "trainer",
              new RoleFile(
                  "kubeflow-trainer-controller-manager",
                  TrainerWebhooks.NAMESPACE,
                  "kubeflow-trainer-controller-manager"),
              List.of(
                  WHO,
                  MAY,
                  SERIES,
                  // a runtime that was created a moment ago is read from the server
                  new Right("", "trainer.kubeflow.org", "clustertrainingruntimes", "get"),
                  new Right("", "trainer.kubeflow.org", "trainingruntimes", "get"))));

  private static Simulation cluster() {
    return new TrainingCluster(REPLICAS, true, "RestartJob: true", 3)
        .simulation("roles")
        .script(TrainingDay::pass);
  }

  @Test
  void rolesGrantExactlyWhatTheProgramsRequest() throws Exception {
    var asked = SUBJECTS.stream().map(Asked::new).toList();
    var _ =
        cluster()
            .listen(
                (process, request, status) ->
                    asked.forEach(one -> one.answered(process, request, status)))
            .run(1);

    for (Asked one : asked) {
      Subject subject = one.subject();
      String wanted = subject.file().text(withLists(one.rights()));
      if (REWRITE) {
        Files.createDirectories(DEPLOY.resolve(subject.folder()));
        Files.writeString(subject.path(), wanted);
      }
      assertThat(subject.path()).content().isEqualTo(wanted);
    }
  }

  private record Asked(Subject subject, TreeSet<Right> rights) {
    Asked(Subject subject) {
      this(subject, new TreeSet<>(subject.besides()));
    }

    void answered(String process, ApiRequest request, int status) {
      if (subject.is(process)) {
        rights.addAll(Right.of(request, status, subject.file().home()));
      }
    }
  }

  /** A server that does not stream lists is asked for them otherwise. */
  private static SortedSet<Right> withLists(SortedSet<Right> rights) {
    var all = new TreeSet<Right>(rights);
    for (Right right : rights) {
      if (right.verb().equals("watch")) {
        all.add(new Right(right.namespace(), right.group(), right.resource(), "list"));
      }
    }
    return all;
  }

  @Test
  void theProgramsWorkWithTheirRoles() throws Exception {
    var roles = new ArrayList<ObjectNode>();
    for (Subject subject : SUBJECTS) {
      roles.addAll(roles(subject));
    }

    assertThat(refusals(roles)).isEmpty();
  }

  /** One verb of each role. */
  @TestFactory
  Stream<DynamicTest> detectsAMissingVerb() {
    return Stream.of(
            new Missing(SUBJECTS.get(0), "jobs", "create"),
            new Missing(SUBJECTS.get(1), "jobsets", "patch"))
        .map(
            missing ->
                DynamicTest.dynamicTest(
                    missing.subject().folder() + " without " + missing.verb(),
                    () ->
                        assertThat(refusals(missing.roles()))
                            .anyMatch(text -> text.contains("/" + missing.resource()))));
  }

  private record Missing(Subject subject, String resource, String verb) {
    List<ObjectNode> roles() throws Exception {
      var all = new ArrayList<ObjectNode>();
      for (Subject each : SUBJECTS) {
        all.addAll(RolesScenarioTest.roles(each));
      }
      int removed = 0;
      for (ObjectNode role : all) {
        for (var rule : role.path("rules")) {
          if (rule.path("resources").toString().contains("\"" + resource + "\"")
              && role.at("/metadata/name").asText().equals(subject.file().name())) {
            var verbs = rule.path("verbs").elements();
            while (verbs.hasNext()) {
              if (verbs.next().asText().equals(verb)) {
                verbs.remove();
                removed++;
              }
            }
          }
        }
      }
      assertThat(removed).isEqualTo(1);
      return all;
    }
  }

  private static List<ObjectNode> roles(Subject subject) throws Exception {
    var objects = new ArrayList<ObjectNode>();
    for (String document : Files.readString(subject.path()).split("\n---\n")) {
      if (Json.yamlMapper().readTree(document) instanceof ObjectNode object) {
        objects.add(object);
      }
    }
    return objects;
  }

  /**
   * What the server refused to programs that had the roles and no other rights, up to the first.
   */
  private static List<String> refusals(List<ObjectNode> roles) {
    var refused = new ArrayList<String>();
    Simulation cluster =
        cluster()
            .before(world -> install(world, roles))
            .always("nothing is refused", _ -> refused.isEmpty())
            .listen(
                (process, request, status) -> {
                  if (status == 403 && isSubject(process)) {
                    refused.add(process + " " + request.method() + " " + request.path());
                  }
                });
    for (Subject subject : SUBJECTS) {
      for (int replica = 1; replica <= REPLICAS; replica++) {
        cluster.user(
            subject.folder() + "-" + replica,
            "system:serviceaccount:" + subject.file().home() + ":" + subject.file().account(),
            "system:serviceaccounts",
            "system:authenticated");
      }
    }
    try {
      var _ = cluster.run(1);
    } catch (WorldFailure e) {
      refused.add(String.valueOf(e.getMessage()));
    }
    return refused;
  }

  private static boolean isSubject(String process) {
    return SUBJECTS.stream().anyMatch(subject -> subject.is(process));
  }

  private static void install(World world, List<ObjectNode> roles) throws Exception {
    for (ObjectNode role : roles) {
      String namespace = role.at("/metadata/namespace").asText();
      String plural = role.path("kind").asText().toLowerCase(Locale.ROOT) + "s";
      world
          .objects()
          .call(
              ApiRequest.of(
                      "POST",
                      "/apis/rbac.authorization.k8s.io/v1/"
                          + (namespace.isEmpty() ? "" : "namespaces/" + namespace + "/")
                          + plural)
                  .body("application/json", role.toString().getBytes(StandardCharsets.UTF_8)));
    }
  }
}
