package io.coxswain.kube.host;

import io.coxswain.api.Json;
import io.coxswain.env.ApiRequest;
import io.coxswain.env.ApiResponse;
import io.coxswain.env.ApiStream;
import io.coxswain.env.ApiTransport;
import io.coxswain.env.ApiWatch;
import io.coxswain.env.CancelledException;
import io.coxswain.env.Clock;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** Notes what a program asks of the API server; the connection can be cut, or hang. */
final class ObservedApi {
  private static final Duration FOR_LONG = Duration.ofDays(1);

  final List<Call> calls = new CopyOnWriteArrayList<>();
  boolean cut;
  boolean hangs;

  /** One request and what became of it. */
  record Call(long nanos, ApiRequest request, int status) {
    boolean isWrite() {
      return !request.method().equals("GET");
    }

    String userAgent() {
      String agent = request.header("user-agent");
      return agent == null ? "" : agent;
    }

    /** Whose token the request carried; empty for none. */
    String bearer() {
      String header = request.header("authorization");
      if (header == null) {
        return "";
      }
      String claims = header.split("\\.")[1];
      return Json.tree(
              new String(Base64.getUrlDecoder().decode(claims), StandardCharsets.UTF_8)
                  .getBytes(StandardCharsets.UTF_8))
          .path("sub")
          .asText("");
    }

    @Override
    public String toString() {
      return request.method() + " " + request.path() + " " + status + " " + bearer();
    }
  }

  List<Call> writesTo(String part) {
    return calls.stream().filter(c -> c.isWrite() && c.request().path().contains(part)).toList();
  }

  ApiTransport around(Clock clock, ApiTransport server) {
    return new ApiTransport() {
      private void pass() throws IOException, CancelledException {
        if (hangs) {
          clock.sleep(FOR_LONG);
        }
        if (cut) {
          throw new IOException("the network is down");
        }
      }

      @Override
      public ApiResponse call(ApiRequest request) throws IOException, CancelledException {
        pass();
        ApiResponse response = server.call(request);
        calls.add(new Call(clock.nanos(), request, response.status()));
        return response;
      }

      @Override
      public ApiWatch watch(ApiRequest request) throws IOException, CancelledException {
        pass();
        ApiWatch watch = server.watch(request);
        calls.add(new Call(clock.nanos(), request, watch.status()));
        return new ApiWatch() {
          @Override
          public int status() {
            return watch.status();
          }

          @Override
          public ApiResponse errorResponse() {
            return watch.errorResponse();
          }

          @Override
          public @Nullable Frame next() throws IOException, CancelledException {
            Frame frame = watch.next();
            pass();
            return frame;
          }

          @Override
          public void close() {
            watch.close();
          }
        };
      }

      @Override
      public ApiStream open(ApiRequest request) throws IOException, CancelledException {
        pass();
        return server.open(request);
      }
    };
  }
}
