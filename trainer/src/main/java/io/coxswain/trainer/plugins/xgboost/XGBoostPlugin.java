package io.coxswain.trainer.plugins.xgboost;

import io.coxswain.api.FieldError;
import io.coxswain.api.trainer.MLPolicy;
import io.coxswain.api.trainer.TrainJob;
import io.coxswain.api.trainer.Trainer;
import io.coxswain.api.trainer.WellKnown;
import io.coxswain.trainer.framework.Children;
import io.coxswain.trainer.framework.CustomValidation;
import io.coxswain.trainer.framework.EnforceMLPolicy;
import io.coxswain.trainer.framework.NodeResources;
import io.coxswain.trainer.framework.PodSet;
import io.coxswain.trainer.framework.RuntimeInfo;
import io.coxswain.trainer.framework.Upsert;
import io.fabric8.kubernetes.api.model.Container;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Sets up XGBoost where the runtime's policy is xgboost: a worker for each GPU, or one. */
public final class XGBoostPlugin implements EnforceMLPolicy, CustomValidation {
  private static final String TRACKER = "DMLC_TRACKER_URI";
  private static final String PORT = "DMLC_TRACKER_PORT";
  private static final String TASK = "DMLC_TASK_ID";
  private static final String WORKERS = "DMLC_NUM_WORKER";
  private static final List<String> RESERVED = List.of(TRACKER, PORT, TASK, WORKERS);

  @Override
  public String name() {
    return "XGBoost";
  }

  @Override
  public void enforceMLPolicy(RuntimeInfo info, TrainJob job) {
    if (isFor(info)) {
      info.scale(job);
      if (job.getSpec().getTrainer() != null) {
        int nodes = info.trainer().map(PodSet::count).orElse(1);
        int workers = nodes * Math.max(1, NodeResources.of(info, job).gpus());
        info.trainer()
            .flatMap(pods -> pods.container(WellKnown.NODE))
            .ifPresent(node -> setUp(node, job, workers));
      }
    }
  }

  private static void setUp(Container node, TrainJob job, int workers) {
    String name = job.getMetadata().getName();
    Upsert.env(node, TRACKER, "%s-node-0-0.%s".formatted(name, name));
    Upsert.env(node, PORT, String.valueOf(WellKnown.TRAINER_PORT));
    Upsert.index(node, TASK);
    Upsert.env(node, WORKERS, String.valueOf(workers));
    Upsert.trainerPort(node);
  }

  @Override
  public List<FieldError> validate(
      RuntimeInfo info, Optional<TrainJob> old, TrainJob job, Children seen) {
    var errors = new ArrayList<FieldError>();
    Trainer trainer = job.getSpec().getTrainer();
    if (isFor(info) && trainer != null) {
      for (int i = 0; i < trainer.getEnv().size(); i++) {
        String variable = trainer.getEnv().get(i).getName();
        if (RESERVED.contains(variable)) {
          errors.add(
              FieldError.forbidden(
                  "spec.trainer.env[" + i + "]",
                  variable + " is reserved for the XGBoost runtime"));
        }
      }
    }
    return errors;
  }

  private static boolean isFor(RuntimeInfo info) {
    return info.mlPolicy().map(MLPolicy::getXgboost).isPresent();
  }
}
