package io.coxswain.runtime.cache;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.LabelSelector;
import io.coxswain.api.ObjectKey;
import io.coxswain.api.ResourceType;
import io.coxswain.env.ApiRequest;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The objects of a kind that one watch selects.
 *
 * @param namespace empty for all except {@code except}
 * @param fields a field selector; empty for any
 * @param transform applied to each object before it is stored
 */
record Selection(
    String namespace,
    SortedSet<String> except,
    LabelSelector labels,
    String fields,
    @Nullable Consumer<ObjectNode> transform) {

  static final Selection ALL =
      new Selection("", Collections.emptySortedSet(), LabelSelector.everything(), "", null);

  Selection {
    except = Collections.unmodifiableSortedSet(new TreeSet<>(except));
  }

  boolean covers(ObjectKey key) {
    return namespace.isEmpty()
        ? !except.contains(key.namespace())
        : namespace.equals(key.namespace());
  }

  /** The list request for these objects. */
  ApiRequest request(ResourceType type) {
    ApiRequest request = ApiRequest.get(type.path(path()));
    if (!labels.terms().isEmpty()) {
      request = request.with("labelSelector", labels.toString());
    }
    String selector = fieldSelector();
    return selector.isEmpty() ? request : request.with("fieldSelector", selector);
  }

  /**
   * Uses the path of the namespace if the field selector names one, because the client may be
   * permitted to read only that namespace.
   */
  private String path() {
    if (namespace.isEmpty()) {
      for (String term : fields.split(",")) {
        if (term.startsWith("metadata.namespace=")) {
          return term.substring(term.lastIndexOf('=') + 1);
        }
      }
    }
    return namespace;
  }

  private String fieldSelector() {
    List<String> terms = new ArrayList<>();
    if (!fields.isEmpty()) {
      terms.add(fields);
    }
    except.forEach(name -> terms.add("metadata.namespace!=" + name));
    return String.join(",", terms);
  }
}
