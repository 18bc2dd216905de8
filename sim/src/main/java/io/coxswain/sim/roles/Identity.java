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
 * The identity of a program towards the API server. The first denied request ends its process, and
 * with it the scenario.
 */
public final class Identity {
  private static final int FORBIDDEN = 403;

  private final String user;
  private final String home;
  private final SortedSet<Right> asked = Collections.synchronizedSortedSet(new TreeSet<>());
  private final List<String> refused = Collections.synchronizedList(new ArrayList<>());

  /**
   * @param user empty for the process's own user
   * @param home the namespace whose permissions are recorded separately
   */
  Identity(String user, String home) {
    this.user = user;
    this.home = home;
  }

  /** The permissions requested so far. */
  SortedSet<Right> asked() {
    synchronized (asked) {
      return new TreeSet<>(asked);
    }
  }

  /** The denied requests so far, in order. */
  List<String> refused() {
    synchronized (refused) {
      return List.copyOf(refused);
    }
  }

  /** Returns the program running as this identity. */
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

  /** Returns the program and its webhooks running as this identity. */
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

    /**
     * Called before the request is sent: a script may observe the effect before the response
     * arrives.
     */
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

    /**
     * Distinguishes missing permissions from an exceeded quota or a terminating namespace, which
     * are 403 as well.
     */
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
          request,
          watch.status(),
          watch.status() == FORBIDDEN ? watch.errorResponse().body() : nothing);
      return watch;
    }

    @Override
    public ApiStream open(ApiRequest request) throws IOException, CancelledException {
      return api.open(signed(request));
    }
  }
}
