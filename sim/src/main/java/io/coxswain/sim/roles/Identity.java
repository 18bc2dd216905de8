package io.coxswain.sim.roles;

import io.coxswain.env.ApiRequest;
import io.coxswain.env.ApiResponse;
import io.coxswain.env.ApiStream;
import io.coxswain.env.ApiTransport;
import io.coxswain.env.ApiWatch;
import io.coxswain.env.Bell;
import io.coxswain.env.CancelledException;
import io.coxswain.env.Env;
import io.coxswain.env.Task;
import io.coxswain.sim.Main;
import io.coxswain.sim.Serving;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Who a program is to the API server. The first right that it turns out not to have ends its
 * process, and so the story, at once.
 */
public final class Identity {
  private static final int FORBIDDEN = 403;

  private final String user;
  private final String home;
  private final SortedSet<Right> asked = Collections.synchronizedSortedSet(new TreeSet<>());
  private final List<String> refused = Collections.synchronizedList(new ArrayList<>());

  /**
   * @param user empty for whoever the process is anyway
   * @param home the namespace whose rights are told apart
   */
  Identity(String user, String home) {
    this.user = user;
    this.home = home;
  }

  /** What was asked for so far. */
  SortedSet<Right> asked() {
    synchronized (asked) {
      return new TreeSet<>(asked);
    }
  }

  /** What was refused so far, in order. */
  List<String> refused() {
    synchronized (refused) {
      return List.copyOf(refused);
    }
  }

  /** The program as this identity. */
  public Main limit(Main program) {
    return env -> {
      Bell news = env.tasks().newBell();
      var ended = new AtomicBoolean();
      Task task =
          env.tasks()
              .spawn(
                  "program",
                  () -> {
                    try {
                      program.run(env.withApi(new Requests(env.api(), news)));
                    } finally {
                      ended.set(true);
                      news.ring();
                    }
                  });
      for (long rings = news.rings(); !ended.get() && refused().isEmpty(); rings = news.rings()) {
        news.await(rings);
      }
      if (!refused().isEmpty()) {
        throw new IllegalStateException(refused().getFirst());
      }
      task.join();
      if (task.failure().isPresent()) {
        throw task.failure().get();
      }
    };
  }

  /** The program with its webhooks as this identity. */
  public Serving limit(Serving program) {
    return (env, route) -> limit((Env its) -> program.run(its, route)).run(env);
  }

  private final class Requests implements ApiTransport {
    private final ApiTransport api;
    private final Bell news;

    Requests(ApiTransport api, Bell news) {
      this.api = api;
      this.news = news;
    }

    private ApiRequest signed(ApiRequest request) {
      return user.isEmpty() ? request : request.header("impersonate-user", user);
    }

    /** Before it is sent: a script may see what it did before its answer comes back. */
    private void asks(ApiRequest request) {
      asked.addAll(Right.of(request, 0, home));
    }

    private void heard(ApiRequest request, int status, byte[] body) {
      asked.addAll(Right.of(request, status, home));
      if (status == FORBIDDEN && isAboutRights(body)) {
        refused.add(
            request.method()
                + " "
                + request.path()
                + ": "
                + new String(body, StandardCharsets.UTF_8));
        news.ring();
      }
    }

    /** A full quota and a namespace that ends are forbidden things too. */
    private static boolean isAboutRights(byte[] body) {
      String text = new String(body, StandardCharsets.UTF_8);
      return (text.contains("User \\\"") && text.contains("\\\" cannot "))
          || text.contains("is attempting to grant RBAC permissions not currently held");
    }

    @Override
    public ApiResponse call(ApiRequest request) throws IOException, CancelledException {
      asks(request);
      ApiResponse answer = api.call(signed(request));
      heard(request, answer.status(), answer.body());
      return answer;
    }

    @Override
    public ApiWatch watch(ApiRequest request) throws IOException, CancelledException {
      asks(request);
      ApiWatch watch = api.watch(signed(request));
      byte[] nothing = {};
      heard(
          request, watch.status(), watch.status() == FORBIDDEN ? watch.refusal().body() : nothing);
      return watch;
    }

    @Override
    public ApiStream open(ApiRequest request) throws IOException, CancelledException {
      return api.open(signed(request));
    }
  }
}
