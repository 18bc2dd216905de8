package io.coxswain.slurm.rebooter;

import io.coxswain.api.Json;
import io.coxswain.api.ObjectKey;
import io.coxswain.env.Bell;
import io.coxswain.env.Env;
import io.coxswain.runtime.client.Reader;
import io.coxswain.runtime.controller.Controller;
import io.coxswain.runtime.manager.Manager;
import io.coxswain.runtime.manager.ManagerBuilder;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.Pod;
import java.io.IOException;
import java.util.ArrayList;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The start-up of the program, in order. */
public final class RebooterProgram {
  public static final String NAME = "rebooter";

  private RebooterProgram() {}

  /** A manager that is ready to run, against the API server of the given world. */
  public static Manager start(Env env, RebooterOptions settings, String host) {
    return start(env, settings, host, new HostMachine(env), RebooterProgram::throughTheKubelet);
  }

  /** Creates the source of a node's pods from a client. */
  interface PodsFrom {
    NodePods of(Reader client);
  }

  static Manager start(
      Env env, RebooterOptions settings, String host, Machine machine, PodsFrom podsFrom) {
    Manager manager = manager(env, settings, host).build();
    var blindness = new Blindness(env.tasks().newBell());
    manager.add(blindness);
    Controller<ObjectKey> controller =
        settings
            .common()
            .tune(manager.controller(NAME))
            .kind(Node.class)
            .workers(1)
            .withoutLeader()
            .reconcile(
                new RebooterReconciler(
                    manager.client(),
                    machine,
                    podsFrom.of(manager.client()),
                    settings.period(),
                    blindness));
    // Nothing is watched: the first reconcile is enqueued here, each later one by the reconcile
    // before it.
    controller.enqueue(ObjectKey.of(settings.node()));
    return manager;
  }

  /** Caches only the node and the pods of this host. */
  private static ManagerBuilder manager(Env env, RebooterOptions settings, String host) {
    return settings
        .common()
        .begin(env, NAME, host)
        .cache(
            cache ->
                cache
                    .kind(
                        Node.class,
                        kind ->
                            kind.scope(scope -> scope.fields("metadata.name=" + settings.node())))
                    .kind(
                        Pod.class,
                        kind ->
                            kind.scope(scope -> scope.fields("spec.nodeName=" + settings.node()))));
  }

  /** Through the API server, which the kubelet trusts. */
  private static NodePods throughTheKubelet(Reader client) {
    return node -> {
      var pods = new ArrayList<Pod>();
      var answer = client.fetch("/api/v1/nodes/" + node + "/proxy/pods", new TreeMap<>());
      for (var item : answer.path("items")) {
        pods.add(Json.convert(item, Pod.class));
      }
      return pods;
    };
  }

  /** Ends the program when the time of the last boot cannot be read: it could do only harm. */
  private static final class Blindness implements Manager.Routine, Consumer<IOException> {
    private final Bell bell;
    private final AtomicReference<@Nullable IOException> why = new AtomicReference<>();

    Blindness(Bell bell) {
      this.bell = bell;
    }

    @Override
    public void accept(IOException e) {
      why.set(e);
      bell.ring();
    }

    @Override
    public boolean needsLeader() {
      return false;
    }

    @Override
    public void run() throws Exception {
      while (true) {
        long seen = bell.rings();
        IOException cause = why.get();
        if (cause != null) {
          throw new IOException(
              "failed to get the boot time of the node: " + cause.getMessage(), cause);
        }
        bell.await(seen);
      }
    }
  }
}
