package io.coxswain.slurm.client;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.env.CancelledException;
import io.coxswain.env.Env;
import io.coxswain.slurm.client.SlurmException.Kind;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A cluster through its slurmrestd, of any version from Slurm 21.08 on, and through {@code
 * scontrol} for what that version's REST API cannot do. Which version it is, is found out with the
 * first call and again after it has changed.
 */
public final class RestSlurmClient implements SlurmClient {
  private static final String SLURM = "slurm";
  private static final String SLURMDB = "slurmdb";

  private final RestCalls calls;
  private final Negotiation negotiation;
  private final Optional<Scontrol> scontrol;

  private RestSlurmClient(RestCalls calls, Negotiation negotiation, Optional<Scontrol> scontrol) {
    this.calls = calls;
    this.negotiation = negotiation;
    this.scontrol = scontrol;
  }

  /**
   * Creates a client; sends no request yet.
   *
   * @param server such as {@code http://localhost:6820}
   * @param user of the tokens
   * @param version of the REST API, as the last number of v0.0.44; empty to negotiate
   * @param scontrol for operations that the REST API does not support
   */
  public static RestSlurmClient of(
      Env env,
      String server,
      String user,
      SlurmTokens tokens,
      OptionalInt version,
      Optional<Scontrol> scontrol) {
    URI base = URI.create(server.replaceAll("/+$", ""));
    if (base.getHost() == null
        || base.getScheme() == null
        || !base.getScheme().startsWith("http")) {
      throw new IllegalArgumentException(
          "invalid slurmrestd address \"" + server + "\": must be http://host:port");
    }
    var calls = new RestCalls(env, base, user, tokens);
    return new RestSlurmClient(calls, new Negotiation(env, calls, version), scontrol);
  }

  /** As {@link #of}, for the user root, finding out the version, without scontrol. */
  public static RestSlurmClient of(Env env, String server, SlurmTokens tokens) {
    return of(env, server, "root", tokens, OptionalInt.empty(), Optional.empty());
  }

  @Override
  public List<SlurmNode> nodes() throws SlurmException, CancelledException {
    return asked(version -> calls.get(version.path(SLURM, "nodes"), body -> nodes(body, version)));
  }

  private static List<SlurmNode> nodes(InputStream body, SlurmVersion version)
      throws IOException, RestCalls.Refusal {
    var reader = new NodeReader(version);
    RestCalls.envelope(body, reader);
    return List.copyOf(reader.nodes());
  }

  @Override
  public SlurmNode node(String name) throws SlurmException, CancelledException {
    List<SlurmNode> found =
        asked(
            version ->
                calls.get(
                    version.path(SLURM, "node", encoded(name)), body -> nodes(body, version)));
    if (found.size() != 1 || !found.getFirst().name().equals(name)) {
      throw new SlurmException(
          Kind.UNREADABLE, "expected one node " + name + ", got " + found.size() + " nodes");
    }
    return found.getFirst();
  }

  @Override
  public List<SlurmJob> jobs() throws SlurmException, CancelledException {
    return asked(
        version ->
            calls.get(
                version.path(SLURM, "jobs"),
                body -> {
                  var reader = new JobReader(version);
                  RestCalls.envelope(body, reader);
                  return List.copyOf(reader.jobs());
                }));
  }

  @Override
  public List<SlurmJob> accountingJob(String id) throws SlurmException, CancelledException {
    return accounting(version -> version.path(SLURMDB, "job", encoded(id)));
  }

  @Override
  public List<SlurmJob> accountingJobs(String cluster, Instant from, Instant to)
      throws SlurmException, CancelledException {
    return accounting(
        version ->
            version.path(SLURMDB, "jobs")
                + "?"
                + (cluster.isEmpty() ? "" : "cluster=" + encoded(cluster) + "&")
                + ("start_time=uts" + from.getEpochSecond())
                + ("&end_time=uts" + to.getEpochSecond())
                + (version.namesInstances() ? "&disable_truncate_usage_time=true" : "")
                + "&skip_steps=true");
  }

  /** Its path in a version. */
  @FunctionalInterface
  private interface Path {
    String in(SlurmVersion version);
  }

  /** Older versions call it an error that there is nothing. */
  private List<SlurmJob> accounting(Path path) throws SlurmException, CancelledException {
    try {
      return asked(
          version ->
              calls.get(
                  path.in(version),
                  body -> {
                    var reader = new AccountingReader();
                    RestCalls.envelope(body, reader);
                    return List.copyOf(reader.jobs());
                  }));
    } catch (SlurmException e) {
      if (e.isNotFound()) {
        return List.of();
      }
      throw e;
    }
  }

  @Override
  public void update(String node, NodeUpdate update) throws SlurmException, CancelledException {
    SlurmVersion version = negotiation.version();
    if (!version.canUpdateNode()) {
      scontrol(version, "update nodes").update(node, update);
      return;
    }
    ObjectNode body = JsonNodeFactory.instance.objectNode();
    update.state().ifPresent(state -> body.putArray("state").add(state.name()));
    update.reason().ifPresent(reason -> body.put("reason", reason));
    update.comment().ifPresent(comment -> body.put("comment", comment));
    calls.post(version.path(SLURM, "node", encoded(node)), Json.bytes(body), RestSlurmClient::done);
  }

  @Override
  public void reconfigure() throws SlurmException, CancelledException {
    SlurmVersion version = negotiation.version();
    if (version.canReconfigure()) {
      calls.command(version.path(SLURM, "reconfigure"), RestSlurmClient::done);
    } else {
      scontrol(version, "reload the configuration").reconfigure();
    }
  }

  @Override
  public boolean restartsNodesOnReconfigure() throws SlurmException, CancelledException {
    return negotiation.version().restartsNodesOnReconfigure();
  }

  @Override
  public void reboot(NodeReboot reboot) throws SlurmException, CancelledException {
    SlurmVersion version = negotiation.version();
    if (!version.canReboot()) {
      scontrol(version, "reboot nodes").reboot(reboot);
      return;
    }
    ObjectNode body = JsonNodeFactory.instance.objectNode();
    body.put("nodes", String.join(",", reboot.nodes()));
    if (reboot.asap()) {
      body.put("asap", true);
    }
    if (reboot.force()) {
      body.put("force", true);
    }
    body.putArray("next_state").add(reboot.nextState().name());
    if (!reboot.reason().isEmpty()) {
      body.put("reason", reboot.reason());
    }
    if (!reboot.powerAction().isEmpty()) {
      body.put("power_action", reboot.powerAction());
    }
    calls.post(version.path(SLURM, "nodes", "reboot"), Json.bytes(body), RestSlurmClient::done);
  }

  private Scontrol scontrol(SlurmVersion version, String operation) throws SlurmException {
    return scontrol.orElseThrow(
        () ->
            new SlurmException(
                Kind.UNSUPPORTED,
                "slurmrestd at "
                    + calls.server()
                    + " ("
                    + version
                    + ") cannot "
                    + operation
                    + ", and scontrol is not configured"));
  }

  /** Some responses to changes have no body. */
  private static boolean done(InputStream body) throws IOException, RestCalls.Refusal {
    byte[] bytes = body.readAllBytes();
    if (!new String(bytes, StandardCharsets.UTF_8).isBlank()) {
      RestCalls.envelope(new ByteArrayInputStream(bytes), (field, json) -> false);
    }
    return true;
  }

  @Override
  public Diag diag() throws SlurmException, CancelledException {
    return asked(
        version ->
            calls.get(
                version.path(SLURM, "diag"),
                body -> {
                  var reader = new DiagReader();
                  RestCalls.envelope(body, reader);
                  return reader.diag();
                }));
  }

  @Override
  public void ping() throws SlurmException, CancelledException {
    if (!asked(negotiation::ping)) {
      throw new SlurmException(
          Kind.UNREADABLE, "slurmctld does not respond to a ping by slurmrestd");
    }
  }

  /** Something to ask, whatever the version. */
  @FunctionalInterface
  private interface Question<T> {
    T ask(SlurmVersion version) throws SlurmException, CancelledException;
  }

  /** Asks again in other words when the server was replaced by one that does not know ours. */
  private <T> T asked(Question<T> question) throws SlurmException, CancelledException {
    SlurmVersion version = negotiation.version();
    try {
      return question.ask(version);
    } catch (SlurmException e) {
      if (e.kind() != Kind.UNSUPPORTED || !negotiation.forget(version)) {
        throw e;
      }
      SlurmVersion now = negotiation.version();
      if (now.equals(version)) {
        throw e;
      }
      return question.ask(now);
    }
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }
}
