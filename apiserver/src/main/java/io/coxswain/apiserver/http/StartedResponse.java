package io.coxswain.apiserver.http;

import io.helidon.common.GenericType;
import io.helidon.common.media.type.MediaType;
import io.helidon.webserver.http.ServerRequest;
import io.helidon.webserver.http.ServerResponse;
import io.helidon.webserver.http.spi.Sink;
import io.helidon.webserver.http.spi.SinkProvider;
import io.helidon.webserver.http.spi.SinkProviderContext;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.function.BiConsumer;

/**
 * A response whose headers are sent before there is any content. The client of a watch waits for
 * the headers, and the first event may take a long time. Helidon sends the headers with the first
 * byte of the body unless a sink requests them; therefore this is a sink, found by the service
 * loader.
 */
public final class StartedResponse implements Sink<byte[]> {
  private static final GenericType<StartedResponse> TYPE =
      GenericType.create(StartedResponse.class);

  private final OutputStream body;

  private StartedResponse(OutputStream body) {
    this.body = body;
  }

  /** Sends the headers of the response and returns the stream of its body. */
  static OutputStream begin(ServerResponse response) {
    return response.sink(TYPE).body;
  }

  @Override
  public Sink<byte[]> emit(byte[] bytes) {
    try {
      body.write(bytes);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return this;
  }

  @Override
  public void close() {
    try {
      body.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Created by the service loader. */
  public static final class Provider implements SinkProvider<byte[]> {
    @Override
    public boolean supports(GenericType<? extends Sink<?>> type, ServerRequest request) {
      return type.equals(TYPE);
    }

    @Override
    // Called only with the type that it supports; the signature is Helidon's.
    @SuppressWarnings({"unchecked", "TypeParameterUnusedInFormals"})
    public <X extends Sink<byte[]>> X create(SinkProviderContext context) {
      OutputStream body = context.serverResponse().outputStream();
      context.flushHeaders();
      return (X) new StartedResponse(body);
    }

    @Override
    @SuppressWarnings({"removal", "TypeParameterUnusedInFormals"}) // abstract, but not called
    public <X extends Sink<byte[]>> X create(
        ServerResponse response, BiConsumer<Object, MediaType> emitter, Runnable closer) {
      throw new UnsupportedOperationException("needs the context of the response");
    }
  }
}
