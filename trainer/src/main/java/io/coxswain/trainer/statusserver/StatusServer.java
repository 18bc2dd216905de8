package io.coxswain.trainer.statusserver;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.ApiException;
import io.coxswain.api.Json;
import io.coxswain.api.ResourceType;
import io.coxswain.api.trainer.TrainJob;
import io.coxswain.api.trainer.TrainJobStatus;
import io.coxswain.api.trainer.TrainerStatus;
import io.coxswain.env.Bell;
import io.coxswain.runtime.client.Client;
import io.coxswain.runtime.http.EndpointResponse;
import io.coxswain.runtime.http.HttpServer;
import io.coxswain.runtime.http.Request;
import io.coxswain.runtime.http.TlsPolicy;
import io.coxswain.runtime.manager.Manager;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.StatusBuilder;
import io.fabric8.kubernetes.api.model.authentication.TokenReview;
import io.fabric8.kubernetes.api.model.authentication.TokenReviewBuilder;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Takes reports of progress. */
public final class StatusServer {
  private static final Logger log = LoggerFactory.getLogger(StatusServer.class);
  private static final ResourceType TYPE = ResourceType.of(TrainJob.class);
  private static final int MAX_SIZE = 65536;

  private final Manager manager;
  private final Client client;
  private final String address;
  private final Bell begun;
  private volatile @Nullable TlsPolicy tls;
  private volatile @Nullable HttpServer server;

  private StatusServer(Manager manager, String address, double perSecond, int burst) {
    this.manager = manager;
    this.client = manager.client().live().limited(perSecond, burst).fieldOwner("trainer-status");
    this.address = address;
    this.begun = manager.env().tasks().newBell();
  }

  /**
   * Adds it to the manager, on every replica; it listens after {@link #begin}.
   *
   * @param address such as {@code :10443}, port 0 for any free one; empty for none: callers in this
   *     process use {@link #handle}
   */
  public static StatusServer add(Manager manager, String address, double perSecond, int burst) {
    var added = new StatusServer(manager, address, perSecond, burst);
    manager.add(
        new Manager.Routine() {
          @Override
          public void run() throws IOException {
            added.run();
          }

          @Override
          public boolean needsLeader() {
            return false;
          }
        });
    return added;
  }

  /** Starts serving with the certificates of the webhooks, which exist now. */
  public void begin(TlsPolicy policy) {
    tls = policy;
    begun.ring();
  }

  private void run() throws IOException {
    TlsPolicy policy;
    while (true) {
      long seen = begun.rings();
      policy = tls;
      if (policy != null) {
        break;
      }
      begun.await(seen);
    }
    Bell never = manager.env().tasks().newBell();
    if (address.isEmpty()) {
      never.await(never.rings());
    }
    try (HttpServer serving =
        HttpServer.start(
            address, this::handle, manager.webhookServer().security().with(policy), MAX_SIZE)) {
      server = serving;
      never.await(never.rings());
    } finally {
      server = null;
    }
  }

  /**
   * For health.
   *
   * @throws IOException while reports would not be taken
   */
  public void checkStarted() throws IOException {
    if (!address.isEmpty() && server == null) {
      throw new IOException("status server is not listening on " + address);
    }
  }

  /** The port that is listened on; -1 while none is. */
  public int port() {
    HttpServer serving = server;
    return serving == null ? -1 : serving.port();
  }

  /** Handles a request; never fails. */
  public EndpointResponse handle(Request request) {
    try {
      return answer(request);
    } catch (RuntimeException e) {
      log.atError().setCause(e).log("Failed to handle status report");
      return refusal(500, "InternalError", "Internal Server Error");
    }
  }

  private EndpointResponse answer(Request request) {
    Optional<StatusPath> path =
        request.method().equals("POST") ? StatusPath.parse(request.path()) : Optional.empty();
    if (path.isEmpty()) {
      return refusal(404, "NotFound", "Not found");
    }
    if (length(request) > MAX_SIZE) {
      return refusal(413, "RequestEntityTooLarge", "Payload too large");
    }
    try {
      if (!mayReport(request.header("authorization"), path.get())) {
        return refusal(403, "Forbidden", "Forbidden");
      }
    } catch (ApiException e) {
      log.atWarn().setCause(e).log("Failed to review token");
      return refusal(500, "InternalError", "Internal error");
    }
    Optional<TrainJobStatus> report = parse(request.body());
    if (report.isEmpty()) {
      return refusal(422, "Invalid", "Invalid payload");
    }
    return write(path.get(), report.get());
  }

  private static long length(Request request) {
    String said = request.header("content-length");
    return said.matches("\\d{1,18}") ? Long.parseLong(said) : 0;
  }

  /**
   * The API server validates the token and its audience. A service account's name contains its
   * namespace.
   */
  private boolean mayReport(String authorization, StatusPath path) throws ApiException {
    String[] words = authorization.strip().split("\\s+");
    if (words.length != 2 || !words[0].equalsIgnoreCase("Bearer")) {
      return false;
    }
    TokenReview review =
        client.create(
            new TokenReviewBuilder()
                .withNewMetadata()
                .endMetadata()
                .withNewSpec()
                .withToken(words[1])
                .withAudiences(path.audience())
                .endSpec()
                .build());
    var status = review.getStatus();
    return status != null
        && Boolean.TRUE.equals(status.getAuthenticated())
        && status.getAudiences().contains(path.audience())
        && status
            .getUser()
            .getUsername()
            .startsWith("system:serviceaccount:" + path.job().namespace() + ":");
  }

  /** Fields that a report may not have are passed over; one of the wrong type spoils it. */
  private static Optional<TrainJobStatus> parse(byte[] body) {
    if (body.length > MAX_SIZE) {
      return Optional.empty();
    }
    try {
      JsonNode tree = Json.MAPPER.readTree(body);
      if (!(tree instanceof ObjectNode object)) {
        return Optional.empty();
      }
      var report = new TrainJobStatus();
      JsonNode progress = object.get("trainerStatus");
      if (progress != null && !progress.isNull()) {
        report.setTrainerStatus(Json.convert(progress, TrainerStatus.class));
      }
      return Optional.of(report);
    } catch (IOException | IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private EndpointResponse write(StatusPath path, TrainJobStatus report) {
    if (report.getTrainerStatus() != null) {
      var job = new GenericKubernetesResource();
      job.setApiVersion(TYPE.apiVersion());
      job.setKind(TYPE.kind());
      job.setMetadata(
          new ObjectMetaBuilder()
              .withNamespace(path.job().namespace())
              .withName(path.job().name())
              .build());
      job.setAdditionalProperty("status", Json.tree((Object) report));
      try {
        client.applyStatus(job);
      } catch (ApiException.NotFound e) {
        return refusal(404, "NotFound", "Train job not found");
      } catch (ApiException.Invalid | ApiException.BadRequest e) {
        return refusal(422, "Invalid", String.valueOf(e.getMessage()));
      } catch (ApiException e) {
        log.atWarn()
            .addKeyValue("trainJob", path.job())
            .setCause(e)
            .log("Failed to update status of TrainJob");
        return refusal(500, "InternalError", "Internal error");
      }
    }
    return new EndpointResponse(200, "application/json", Json.bytes(report));
  }

  private static EndpointResponse refusal(int code, String reason, String message) {
    byte[] body =
        Json.bytes(
            new StatusBuilder()
                .withStatus("Failure")
                .withCode(code)
                .withReason(reason)
                .withMessage(message)
                .build());
    return new EndpointResponse(
        code,
        "application/json",
        (new String(body, StandardCharsets.UTF_8) + "\n").getBytes(StandardCharsets.UTF_8));
  }
}
