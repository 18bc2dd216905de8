package io.coxswain.apiserver.admission;

import java.util.List;

/**
 * One member of the admission chain. It rejects with an {@link
 * io.coxswain.apiserver.kinds.AdmissionException} (Forbidden, with its message) or any {@link
 * io.coxswain.apiserver.error.StatusException}.
 */
public interface Plugin {
  /** Matches everything in {@link #resources} and {@link #operations}. */
  String ANY = "*";

  /**
   * The resources that the plugin handles, by storage name and subresource: {@code pods}, {@code
   * deployments.apps}, {@code pods/binding}; {@link #ANY} for all.
   */
  List<String> resources();

  /** The operations that the plugin handles. */
  default List<Operation> operations() {
    return List.of(Operation.CREATE, Operation.UPDATE);
  }

  /** May mutate the object; called before validation, and once more if a webhook mutated it. */
  default void admit(Attributes attributes) {}

  /** May reject the object, which is final now. Called on every attempt to commit. */
  default void validate(Attributes attributes) {}
}
