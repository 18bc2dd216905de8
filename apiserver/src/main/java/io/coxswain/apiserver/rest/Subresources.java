package io.coxswain.apiserver.rest;

import io.coxswain.apiserver.error.StatusException;
import io.coxswain.apiserver.kinds.ServedKind;
import io.coxswain.apiserver.kinds.Subresource;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The table of subresources that have a handler of their own. Filled at start and read-only
 * afterwards. Not in it are {@code status} and the subresources that are written like the whole
 * object, see {@link io.coxswain.apiserver.kinds.Strategy#part}.
 */
final class Subresources {
  private final Map<String, RequestHandler> ofOneKind = new TreeMap<>();
  private final Map<String, RequestHandler> ofAllKinds = new TreeMap<>();

  /** Registers the handler of a subresource of one kind, such as {@code pods/log}. */
  Subresources register(String collection, String subresource, RequestHandler handler) {
    if (ofOneKind.put(collection + "/" + subresource, handler) != null) {
      throw new IllegalArgumentException("registered twice: " + collection + "/" + subresource);
    }
    return this;
  }

  /** Registers the handler of a subresource for all kinds that have it. */
  Subresources registerForAllKinds(String subresource, RequestHandler handler) {
    if (ofAllKinds.put(subresource, handler) != null) {
      throw new IllegalArgumentException("registered twice: " + subresource);
    }
    return this;
  }

  /**
   * Checks that every subresource has a handler.
   *
   * @throws IllegalStateException if one has none
   */
  Subresources requireAllOf(List<ServedKind> kinds) {
    for (ServedKind kind : kinds) {
      for (Subresource subresource : kind.facts().subresources()) {
        String name = subresource.name();
        if (!name.equals("status")
            && kind.strategy().part(name).isEmpty()
            && find(kind, name) == null) {
          throw new IllegalStateException("no handler for " + kind.collection() + "/" + name);
        }
      }
    }
    return this;
  }

  HandlerResponse handle(Target target) {
    ServedKind kind = target.kind();
    RequestHandler handler = find(kind, target.subresource());
    if (handler != null && kind.subresource(target.subresource()).isPresent()) {
      return handler.handle(target);
    }
    throw kind.facts().custom()
        ? StatusException.notFound(kind.type(), target.info().name())
        : StatusException.noSuchResource();
  }

  private @Nullable RequestHandler find(ServedKind kind, String subresource) {
    RequestHandler ofKind = ofOneKind.get(kind.collection() + "/" + subresource);
    return ofKind != null ? ofKind : ofAllKinds.get(subresource);
  }
}
