package io.coxswain.slurm.client;

import io.coxswain.env.CancelledException;
import io.coxswain.env.Env;
import io.coxswain.slurm.client.SlurmException.Kind;
import java.io.IOException;
import java.io.InputStream;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds out which version of the REST API to use: the newest we know if the server has it, else the
 * highest of those that its description lists and we know.
 */
final class Negotiation {
  private static final Logger log = LoggerFactory.getLogger(Negotiation.class);
  private static final Pattern PATH = Pattern.compile("/slurm/v0\\.0\\.(\\d{1,4})/nodes/?");

  private final RestCalls calls;
  private final boolean configured;
  private final TaskMutex turns;
  private final AtomicReference<@Nullable SlurmVersion> found = new AtomicReference<>();

  Negotiation(Env env, RestCalls calls, OptionalInt version) {
    this.calls = calls;
    this.turns = new TaskMutex(env.tasks());
    this.configured = version.isPresent();
    version.ifPresent(number -> found.set(new SlurmVersion(number)));
  }

  SlurmVersion version() throws SlurmException, CancelledException {
    SlurmVersion known = found.get();
    return known != null ? known : turns.take(this::find);
  }

  /** Drops a version that the server does not support; false if it was configured. */
  boolean forget(SlurmVersion version) {
    if (!configured) {
      found.compareAndSet(version, null);
    }
    return !configured;
  }

  private SlurmVersion find() throws SlurmException, CancelledException {
    SlurmVersion known = found.get();
    if (known != null) {
      return known;
    }
    SlurmVersion version = hasNewest() ? SlurmVersion.newest() : highestListed();
    log.atInfo()
        .addKeyValue("server", calls.server())
        .addKeyValue("version", version)
        .log("Negotiated slurmrestd API version");
    found.set(version);
    return version;
  }

  private boolean hasNewest() throws SlurmException, CancelledException {
    try {
      ping(SlurmVersion.newest()); // whether slurmctld is running does not matter here
      return true;
    } catch (SlurmException e) {
      if (e.kind() == Kind.UNSUPPORTED) {
        return false;
      }
      throw e;
    }
  }

  /** Whether a slurmctld responds. */
  boolean ping(SlurmVersion version) throws SlurmException, CancelledException {
    return calls.get(
        version.path("slurm", "ping"),
        body -> {
          var answering = new boolean[1];
          RestCalls.envelope(
              body,
              (field, json) -> {
                if (!field.equals("pings")) {
                  return false;
                }
                json.list(
                    () ->
                        json.object(
                            name -> {
                              boolean says = name.equals("ping") || name.equals("pinged");
                              if (says) {
                                answering[0] |= json.text().equals("UP");
                              } else {
                                json.skip();
                              }
                            }));
                return true;
              });
          return answering[0];
        });
  }

  private SlurmVersion highestListed() throws SlurmException, CancelledException {
    int highest = calls.get("/openapi/v3", Negotiation::highestKnown);
    if (highest < SlurmVersion.OLDEST) {
      throw new SlurmException(
          Kind.UNSUPPORTED,
          "slurmrestd at "
              + calls.server()
              + " supports none of the API versions v0.0."
              + SlurmVersion.OLDEST
              + " to v0.0."
              + SlurmVersion.NEWEST);
    }
    return new SlurmVersion(highest);
  }

  private static int highestKnown(InputStream body) throws IOException, RestCalls.Refusal {
    var highest = new int[1];
    RestCalls.envelope(
        body,
        (field, json) -> {
          if (!field.equals("paths")) {
            return false;
          }
          json.object(
              path -> {
                Matcher matcher = PATH.matcher(path);
                if (matcher.matches()) {
                  int number = Integer.parseInt(matcher.group(1));
                  highest[0] =
                      number <= SlurmVersion.NEWEST ? Math.max(highest[0], number) : highest[0];
                }
                json.skip();
              });
          return true;
        });
    return highest[0];
  }
}
