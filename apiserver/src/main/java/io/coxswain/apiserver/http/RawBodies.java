package io.coxswain.apiserver.http;

import io.helidon.http.Headers;
import io.helidon.http.encoding.ContentDecoder;
import io.helidon.http.encoding.ContentEncoder;
import io.helidon.http.encoding.ContentEncodingContext;
import io.helidon.http.encoding.ContentEncodingContextConfig;

/**
 * Leaves bodies as they are. As upstream, {@code Content-Encoding} of a request is ignored, where
 * Helidon rejects what it cannot decode; responses are compressed by {@link Compression}.
 */
final class RawBodies implements ContentEncodingContext {
  private final ContentEncodingContext none =
      ContentEncodingContext.builder().contentEncodingsDiscoverServices(false).build();

  @Override
  public boolean contentEncodingEnabled() {
    return false;
  }

  @Override
  public boolean contentDecodingEnabled() {
    return true;
  }

  @Override
  public boolean contentEncodingSupported(String encoding) {
    return false;
  }

  @Override
  public boolean contentDecodingSupported(String encoding) {
    return true;
  }

  @Override
  public ContentEncoder encoder(String encoding) {
    return ContentEncoder.NO_OP;
  }

  @Override
  public ContentDecoder decoder(String encoding) {
    return ContentDecoder.NO_OP;
  }

  @Override
  public ContentEncoder encoder(Headers headers) {
    return ContentEncoder.NO_OP;
  }

  @Override
  public ContentEncodingContextConfig prototype() {
    return none.prototype();
  }
}
