package io.coxswain.apiserver.kinds;

import java.util.List;

/**
 * A subresource.
 *
 * @param apiVersion of its kind
 */
public record Subresource(String name, String apiVersion, String kind, List<String> verbs) {}
