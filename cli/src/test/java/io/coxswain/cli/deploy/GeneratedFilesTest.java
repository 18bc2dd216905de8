package io.coxswain.cli.deploy;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.api.bundle.Crds;
import io.coxswain.jobset.JobSetWebhooks;
import io.coxswain.slurm.webhooks.SlurmWebhooks;
import io.coxswain.trainer.webhooks.TrainerWebhooks;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Definitions and webhooks under {@code deploy} are what the code says. With {@code
 * -Dcoxswain.rewrite=true} they are rewritten.
 */
final class GeneratedFilesTest {
  private static final Path DEPLOY = Path.of(System.getProperty("coxswain.root", ".."), "deploy");
  private static final boolean REWRITE = Boolean.getBoolean("coxswain.rewrite");

  private record Generated(String file, String text) {}

  @TestFactory
  Stream<DynamicTest> generatedFilesAreUpToDate() {
    return Stream.of(
            new Generated("jobset/crd.yaml", definitions("jobset.x-k8s.io")),
            new Generated("trainer/crd.yaml", definitions("trainer.kubeflow.org")),
            new Generated("soperator/crd.yaml", definitions("slurm.nebius.ai")),
            new Generated(
                "soperator-webhooks/webhooks.yaml",
                webhooks(
                    List.of(
                        SlurmWebhooks.configuration("soperator-system", SlurmWebhooks.SERVICE)))),
            new Generated(
                "jobset/webhooks.yaml",
                webhooks(
                    JobSetWebhooks.configurations(
                        JobSetWebhooks.NAMESPACE, JobSetWebhooks.SERVICE))),
            new Generated(
                "trainer/webhooks.yaml",
                webhooks(
                    TrainerWebhooks.configurations(
                        TrainerWebhooks.NAMESPACE, TrainerWebhooks.SERVICE))))
        .map(generated -> DynamicTest.dynamicTest(generated.file(), () -> check(generated)));
  }

  private static void check(Generated generated) throws IOException {
    Path file = DEPLOY.resolve(generated.file());
    if (REWRITE) {
      Files.writeString(file, generated.text());
    }
    assertThat(file).content().isEqualTo(generated.text());
  }

  private static String definitions(String group) {
    return documents(
        Crds.all().stream().filter(crd -> crd.at("/spec/group").asText().equals(group)).toList());
  }

  /** With the scope that the server sets anyway: a list that lacks it conflicts with one it set. */
  private static String webhooks(List<? extends HasMetadata> configurations) {
    var trees = new ArrayList<ObjectNode>();
    for (HasMetadata configuration : configurations) {
      ObjectNode tree = Json.tree(configuration);
      for (JsonNode hook : tree.path("webhooks")) {
        hook.path("rules").forEach(rule -> ((ObjectNode) rule).put("scope", "*"));
      }
      trees.add(tree);
    }
    return documents(trees);
  }

  private static String documents(List<?> objects) {
    var text = new StringBuilder("# Written by GeneratedFilesTest from the code.\n");
    for (Object object : objects) {
      String yaml = Json.yaml(object);
      text.append(yaml.startsWith("---") ? "" : "---\n").append(yaml);
    }
    return text.toString();
  }
}
