package io.coxswain.trainer.statusserver;

import io.coxswain.api.ObjectKey;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The path that a job reports to. */
public record StatusPath(ObjectKey job) {
  private static final Pattern FORM =
      Pattern.compile(
          "/apis/trainer\\.kubeflow\\.org/v1alpha1/namespaces/([^/]+)/trainjobs/([^/]+)/status");

  public static StatusPath of(ObjectKey job) {
    return new StatusPath(job);
  }

  static Optional<StatusPath> parse(String path) {
    Matcher matcher = FORM.matcher(path);
    return matcher.matches()
        ? Optional.of(of(ObjectKey.of(matcher.group(1), matcher.group(2))))
        : Optional.empty();
  }

  public String path() {
    return "/apis/" + audience();
  }

  /** What a token must be made for. */
  public String audience() {
    return "trainer.kubeflow.org/v1alpha1/namespaces/%s/trainjobs/%s/status"
        .formatted(job.namespace(), job.name());
  }
}
