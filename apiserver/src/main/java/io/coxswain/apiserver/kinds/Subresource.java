package io.coxswain.apiserver.kinds;

import java.util.List;

/**
 * Something below an object that has a path of its own.
 *
 * @param apiVersion of the kind it is represented as
 */
public record Subresource(String name, String apiVersion, String kind, List<String> verbs) {}
