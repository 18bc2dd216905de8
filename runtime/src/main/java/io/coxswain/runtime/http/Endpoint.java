package io.coxswain.runtime.http;

import java.util.List;
import java.util.Map;

/** Responds to GET requests. */
@FunctionalInterface
public interface Endpoint {
  EndpointResponse get(String path, Map<String, List<String>> query);
}
