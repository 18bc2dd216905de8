package io.coxswain.apiserver.storm;

import io.coxswain.api.Json;
import io.coxswain.apiserver.ApiServer;
import io.coxswain.apiserver.spi.ApiServerOptions;
import io.coxswain.env.ApiRequest;
import io.coxswain.env.ApiResponse;
import io.coxswain.env.ApiTransport;
import io.coxswain.env.Env;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes without end to a server in the directory given, by several writers at once, and prints a
 * line for each write that was answered. Each writer counts up in one object of its own, and
 * creates and deletes others beside it.
 */
final class StormProgram {
  static final int WRITERS = 8;
  static final String PATH = "/api/v1/namespaces/default/configmaps";

  private StormProgram() {}

  public static void main(String[] arguments) throws Exception {
    Env env = Env.production();
    ApiServer server = ApiServer.open(env, ApiServerOptions.plain(), Path.of(arguments[0]));
    ApiTransport api = server.transport("storm", List.of("system:masters"));
    var writers = new ArrayList<io.coxswain.env.Task>();
    for (int i = 0; i < WRITERS; i++) {
      String name = "w" + i;
      writers.add(env.tasks().spawn(name, () -> write(api, name)));
    }
    for (var writer : writers) {
      writer.join();
    }
  }

  /** Text that belongs to one state of one object, so that a mixture of two would show. */
  static String pad(String name, long count) {
    return (name + " " + count + " ").repeat(40);
  }

  static byte[] object(String name, long count) {
    var object = Json.MAPPER.createObjectNode();
    object.put("kind", "ConfigMap").put("apiVersion", "v1");
    object.putObject("metadata").put("name", name);
    object.putObject("data").put("count", Long.toString(count)).put("pad", pad(name, count));
    return Json.bytes(object);
  }

  private static void write(ApiTransport api, String name) throws Exception {
    ApiResponse present = api.call(ApiRequest.get(PATH + "/" + name));
    long count =
        present.ok() ? Json.tree(present.body()).at("/data/count").asLong() : create(api, name, 0);
    while (true) {
      count++;
      check(
          api.call(
              ApiRequest.of("PUT", PATH + "/" + name)
                  .body("application/json", object(name, count))));
      say("put " + name + " " + count);
      String other = name + "-" + count;
      create(api, other, count);
      if (count % 3 == 0) {
        check(api.call(ApiRequest.of("DELETE", PATH + "/" + other)));
        say("delete " + other + " " + count);
      }
    }
  }

  private static long create(ApiTransport api, String name, long count) throws Exception {
    check(api.call(ApiRequest.of("POST", PATH).body("application/json", object(name, count))));
    say("put " + name + " " + count);
    return count;
  }

  private static void check(ApiResponse answer) {
    // A create that was not answered before the kill may have happened.
    if (!answer.ok() && answer.status() != 409) {
      throw new IllegalStateException(
          answer.status() + " " + new String(answer.body(), StandardCharsets.UTF_8));
    }
  }

  private static synchronized void say(String line) {
    PrintStream out = System.out;
    out.println(line);
    out.flush();
  }
}
