package io.coxswain.apiserver.admission.webhook;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.GoQuote;
import io.coxswain.apiserver.admission.Attributes;
import io.coxswain.apiserver.admission.Operation;
import io.coxswain.apiserver.admission.Plugin;
import io.coxswain.apiserver.error.StatusException;
import io.coxswain.apiserver.json.SameJson;
import io.coxswain.apiserver.kinds.KindRegistry;
import io.coxswain.apiserver.metrics.ServerMetrics;
import io.coxswain.apiserver.patch.JsonPatch;
import io.coxswain.apiserver.patch.PatchException;
import io.coxswain.env.Entropy;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Calls mutating webhooks one after another, each with the result of the previous ones. If one
 * mutates the object, the built-in plugins run a second time, and so do the earlier webhooks with
 * {@code reinvocationPolicy: IfNeeded}.
 */
public final class MutatingWebhooks implements Plugin {
  private static final Logger log = LoggerFactory.getLogger(MutatingWebhooks.class);

  private final Hooks hooks =
      new Hooks("mutatingwebhookconfigurations.admissionregistration.k8s.io");
  private final HookMatcher matcher;
  private final AdmissionCall call;

  public MutatingWebhooks(
      WebhookRegistry registry,
      KindRegistry kinds,
      Conditions conditions,
      Entropy entropy,
      ServerMetrics metrics) {
    this.matcher = new HookMatcher(kinds, conditions);
    this.call = new AdmissionCall(registry, entropy.derive("mutating-webhooks"), true, metrics);
  }

  @Override
  public List<String> resources() {
    return List.of(ANY);
  }

  @Override
  public List<Operation> operations() {
    return List.of(Operation.values());
  }

  /** The state needed in the second round. */
  private static final class Memory {
    private final SortedSet<String> asked = new TreeSet<>();
    private final SortedSet<String> again = new TreeSet<>();
    private JsonNode lastOutput = MissingNode.getInstance();

    void changed() {
      again.addAll(asked);
      asked.clear();
    }
  }

  @Override
  public void admit(Attributes attributes) {
    List<Hook> all = hooks.of(attributes.context().snapshot());
    if (all.isEmpty() || HookMatcher.isExempt(attributes)) {
      return;
    }
    Memory memory = attributes.memory(this) instanceof Memory known ? known : new Memory();
    attributes.remember(this, memory);
    boolean second = attributes.reinvoked();
    if (second && !SameJson.same(memory.lastOutput, attributes.newObject())) {
      memory.changed();
    }
    for (Hook hook : all) {
      Optional<Invocation> invocation = matcher.match(hook, attributes);
      if (invocation.isEmpty() || (second && !memory.again.contains(hook.key()))) {
        continue;
      }
      if (ask(invocation.get())) {
        memory.changed();
        attributes.reinvoke();
      }
      if (hook.reinvoked()) {
        memory.asked.add(hook.key());
      }
    }
    if (!memory.asked.isEmpty()) {
      memory.lastOutput = attributes.newObject().deepCopy();
    }
  }

  /** Returns whether the webhook mutated the object. */
  private boolean ask(Invocation invocation) {
    Hook hook = invocation.hook();
    try {
      Optional<byte[]> patch = call.ask(invocation);
      return patch.isPresent() && apply(patch.get(), invocation);
    } catch (AdmissionCall.FailedException e) {
      if (!hook.ignoresFailures()) {
        throw StatusException.internal(String.valueOf(e.getMessage()));
      }
      log.debug("failed calling webhook, failing open: {}", e.getMessage());
      return false;
    }
  }

  private static boolean apply(byte[] patch, Invocation invocation) {
    try {
      JsonPatch parsed = JsonPatch.parse(patch);
      if (parsed.operations().isEmpty()) {
        return false;
      }
      if (!(invocation.object() instanceof ObjectNode before)) {
        throw StatusException.internal(
            "admission webhook "
                + GoQuote.of(invocation.hook().name())
                + " attempted to modify the object, which is not supported for this operation");
      }
      ObjectNode after = parsed.apply(before.deepCopy());
      ObjectNormalizer.normalize(
          after, invocation.kind(), invocation.attributes().request().type());
      if (SameJson.same(before, after)) {
        return false;
      }
      ObjectNode object = invocation.attributes().object();
      ObjectNode back = invocation.back(after);
      object.removeAll();
      object.setAll(back);
      return true;
    } catch (PatchException e) {
      throw StatusException.internal(e.text());
    }
  }
}
