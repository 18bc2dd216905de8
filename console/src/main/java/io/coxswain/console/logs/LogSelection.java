package io.coxswain.console.logs;

import io.coxswain.api.ObjectKey;
import io.coxswain.console.http.HttpError;
import io.coxswain.console.http.Parameters;
import io.coxswain.console.model.ClusterModel;
import io.coxswain.console.summary.ContainerSummary;
import io.coxswain.console.summary.KnownKind;
import io.coxswain.console.summary.PodSummary;
import io.coxswain.console.summary.Workload;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;

/**
 * The output that a user wants to see.
 *
 * @param training empty if a single pod is followed
 * @param pod empty for all pods of the training
 * @param container empty for all containers but init containers
 * @param filter text that lines must contain; lower case; empty for all lines
 * @param previous whether to read the previous run of the containers
 */
public record LogSelection(
    String namespace,
    String training,
    String pod,
    String container,
    String filter,
    int tail,
    boolean previous) {
  private static final int MAX_TAIL = 10_000;
  private static final int TAIL = 500;

  /** Reads the selection from the query. */
  public static LogSelection of(Parameters parameters) throws HttpError {
    var selection =
        new LogSelection(
            parameters.requiredName("namespace"),
            parameters.name("training"),
            parameters.name("pod"),
            parameters.name("container"),
            parameters.text("filter").toLowerCase(Locale.ROOT),
            parameters.number("tail", TAIL, 0, MAX_TAIL),
            parameters.flag("previous"));
    if (selection.training.isEmpty() && selection.pod.isEmpty()) {
      throw HttpError.badRequest("training or pod: is required");
    }
    return selection;
  }

  /** The containers at present. */
  List<LogSource> sources(ClusterModel model) {
    var sources = new ArrayList<LogSource>();
    for (PodSummary each : pods(model)) {
      if (!pod.isEmpty() && !each.key().name().equals(pod)) {
        continue;
      }
      for (ContainerSummary status : each.containers()) {
        boolean wanted = container.isEmpty() ? !status.init() : status.name().equals(container);
        if (wanted) {
          sources.add(new LogSource(each.key(), each.uid(), status.name(), each.member().rank()));
        }
      }
    }
    return sources;
  }

  private Collection<PodSummary> pods(ClusterModel model) {
    if (training.isEmpty()) {
      PodSummary one = model.pods().get(new ObjectKey(namespace, pod));
      return one == null ? List.of() : List.of(one);
    }
    var key = new ObjectKey(namespace, training);
    var pods = new ArrayList<PodSummary>(model.pods().group(key));
    for (Workload jobSet : model.workloads(KnownKind.JOB_SET).group(key)) {
      if (!jobSet.key().equals(key)) {
        pods.addAll(model.pods().group(jobSet.key()));
      }
    }
    return pods;
  }

  boolean includes(String text) {
    return filter.isEmpty() || text.toLowerCase(Locale.ROOT).contains(filter);
  }
}
