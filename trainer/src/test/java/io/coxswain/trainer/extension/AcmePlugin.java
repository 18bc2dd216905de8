package io.coxswain.trainer.extension;

import io.coxswain.api.trainer.TrainJob;
import io.coxswain.trainer.framework.EnforcePodSpec;
import io.coxswain.trainer.framework.RuntimeInfo;
import io.fabric8.kubernetes.api.model.EnvVarBuilder;
import java.util.ArrayList;

/** A third party's plugin, found on the class path: it serves the jobs that ask for it. */
public final class AcmePlugin implements EnforcePodSpec {
  static final String ANNOTATION = "acme.io/profiler";

  @Override
  public String name() {
    return "Acme";
  }

  @Override
  public void enforcePodSpec(RuntimeInfo info, TrainJob job) {
    var annotations = job.getMetadata().getAnnotations();
    if (annotations == null || !annotations.containsKey(ANNOTATION)) {
      return;
    }
    info.trainer()
        .flatMap(pods -> pods.container("node"))
        .ifPresent(
            node -> {
              var variables = new ArrayList<>(node.getEnv());
              variables.add(
                  new EnvVarBuilder()
                      .withName("ACME_PROFILER")
                      .withValue(annotations.get(ANNOTATION))
                      .build());
              node.setEnv(variables);
            });
  }
}
