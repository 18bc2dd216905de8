package io.coxswain.console.waiting;

import io.coxswain.api.ObjectKey;
import io.coxswain.console.summary.Ref;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Why the API server rejected the creation of an object, from the message that a controller put in
 * an event. The messages are those of kube-apiserver.
 */
final class RejectedCreation {
  private static final Pattern QUOTA = Pattern.compile("exceeded quota: ([a-z0-9.-]{1,253})");
  private static final Pattern WEBHOOK_FAILED =
      Pattern.compile("failed calling webhook \"([^\"]{1,253})\"");
  private static final Pattern WEBHOOK_DENIED =
      Pattern.compile("admission webhook \"([^\"]{1,253})\" denied the request");
  private static final Pattern POLICY =
      Pattern.compile("ValidatingAdmissionPolicy '([^']{1,253})'");
  private static final Pattern ACCOUNT =
      Pattern.compile("error looking up service account ([a-z0-9-]{1,63})/([a-z0-9.-]{1,253})");

  private RejectedCreation() {}

  /**
   * The cause in a message.
   *
   * @param creator the object whose controller could not create
   * @param title of the creator
   */
  static Waiting explain(String message, Ref creator, String title) {
    String namespace = creator.key().namespace();
    Matcher quota = QUOTA.matcher(message);
    if (quota.find()) {
      return new Waiting(
          Cause.QUOTA,
          title + " cannot create its objects: " + message,
          Ref.core("resourcequotas", new ObjectKey(namespace, quota.group(1))));
    }
    Matcher failed = WEBHOOK_FAILED.matcher(message);
    if (failed.find()) {
      return new Waiting(
          Cause.WEBHOOK,
          "The webhook "
              + failed.group(1)
              + " does not respond, so "
              + title
              + " cannot create its objects: "
              + message,
          creator);
    }
    Matcher denied = WEBHOOK_DENIED.matcher(message);
    if (denied.find()) {
      return new Waiting(
          Cause.ADMISSION,
          "The webhook " + denied.group(1) + " rejects the objects of " + title + ": " + message,
          creator);
    }
    Matcher policy = POLICY.matcher(message);
    if (policy.find()) {
      return new Waiting(
          Cause.ADMISSION,
          "An admission policy rejects the objects of " + title + ": " + message,
          new Ref(
              "admissionregistration.k8s.io",
              "v1",
              "validatingadmissionpolicies",
              ObjectKey.of(policy.group(1))));
    }
    Matcher account = ACCOUNT.matcher(message);
    if (account.find()) {
      return new Waiting(
          Cause.ADMISSION,
          title + " cannot create its pods: " + message,
          Ref.core("serviceaccounts", new ObjectKey(account.group(1), account.group(2))));
    }
    boolean rejected = message.contains("forbidden") || message.contains("violates PodSecurity");
    return new Waiting(
        rejected ? Cause.ADMISSION : Cause.CREATE,
        title + " cannot create its objects: " + message,
        creator);
  }

  /** Whether an event reports a rejected creation. */
  static boolean isReportedBy(String reason, String message) {
    return reason.startsWith("FailedCreate")
        || reason.endsWith("CreationFailed")
        || QUOTA.matcher(message).find()
        || WEBHOOK_FAILED.matcher(message).find()
        || WEBHOOK_DENIED.matcher(message).find()
        || POLICY.matcher(message).find();
  }
}
