package io.coxswain.apiserver.admission.webhook;

import io.coxswain.apiserver.admission.Attributes;
import io.coxswain.apiserver.admission.Operation;
import io.coxswain.apiserver.admission.Plugin;
import io.coxswain.apiserver.error.StatusException;
import io.coxswain.apiserver.kinds.KindRegistry;
import io.coxswain.apiserver.metrics.ServerMetrics;
import io.coxswain.env.Entropy;
import java.util.List;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Calls validating webhooks. */
public final class ValidatingWebhooks implements Plugin {
  private static final Logger log = LoggerFactory.getLogger(ValidatingWebhooks.class);

  private final Hooks hooks =
      new Hooks("validatingwebhookconfigurations.admissionregistration.k8s.io");
  private final HookMatcher matcher;
  private final AdmissionCall call;

  public ValidatingWebhooks(
      WebhookRegistry registry,
      KindRegistry kinds,
      Conditions conditions,
      Entropy entropy,
      ServerMetrics metrics) {
    this.matcher = new HookMatcher(kinds, conditions);
    this.call = new AdmissionCall(registry, entropy.derive("validating-webhooks"), false, metrics);
  }

  @Override
  public List<String> resources() {
    return List.of(ANY);
  }

  @Override
  public List<Operation> operations() {
    return List.of(Operation.values());
  }

  @Override
  public void validate(Attributes attributes) {
    List<Hook> all = hooks.of(attributes.context().snapshot());
    if (all.isEmpty() || HookMatcher.isExempt(attributes)) {
      return;
    }
    for (Hook hook : all) {
      Optional<Invocation> invocation = matcher.match(hook, attributes);
      if (invocation.isEmpty()) {
        continue;
      }
      try {
        var _ = call.ask(invocation.get());
      } catch (AdmissionCall.FailedException e) {
        if (!hook.ignoresFailures()) {
          throw StatusException.internal(String.valueOf(e.getMessage()));
        }
        log.debug("failed calling webhook, failing open: {}", e.getMessage());
      }
    }
  }
}
