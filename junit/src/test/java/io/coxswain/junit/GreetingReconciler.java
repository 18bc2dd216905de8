package io.coxswain.junit;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.javaoperatorsdk.operator.api.config.informer.InformerEventSourceConfiguration;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.api.reconciler.ControllerConfiguration;
import io.javaoperatorsdk.operator.api.reconciler.EventSourceContext;
import io.javaoperatorsdk.operator.api.reconciler.Reconciler;
import io.javaoperatorsdk.operator.api.reconciler.UpdateControl;
import io.javaoperatorsdk.operator.processing.event.source.EventSource;
import io.javaoperatorsdk.operator.processing.event.source.informer.InformerEventSource;
import java.util.List;
import java.util.Map;

/** An operator on the Java Operator SDK: a ConfigMap with the text, and the text in the status. */
@ControllerConfiguration
final class GreetingReconciler implements Reconciler<Greeting> {
  private static final Map<String, String> WORDS =
      Map.of("en", "Hello, %s", "de", "Hallo, %s", "zh", "你好, %s");

  @Override
  public List<EventSource<?, Greeting>> prepareEventSources(EventSourceContext<Greeting> context) {
    return List.of(
        new InformerEventSource<>(
            InformerEventSourceConfiguration.from(ConfigMap.class, Greeting.class).build(),
            context));
  }

  @Override
  public UpdateControl<Greeting> reconcile(Greeting greeting, Context<Greeting> context) {
    String text =
        WORDS
            .getOrDefault(String.valueOf(greeting.getSpec().language), "%s")
            .formatted(greeting.getSpec().name);
    var wanted =
        new ConfigMapBuilder()
            .withNewMetadata()
            .withName(greeting.getMetadata().getName())
            .withNamespace(greeting.getMetadata().getNamespace())
            .endMetadata()
            .addToData("text", text)
            .build();
    wanted.addOwnerReference(greeting);
    context.getClient().resource(wanted).forceConflicts().serverSideApply();

    var status = new Greeting.Status();
    status.text = text;
    greeting.setStatus(status);
    greeting.getMetadata().setManagedFields(null);
    return UpdateControl.patchStatus(greeting);
  }
}
