package io.coxswain.apiserver.admission;

import java.util.List;

/**
 * One member of the chain that every write passes. A refusal is an {@link
 * io.coxswain.apiserver.kinds.AdmissionException} (forbidden, with its text) or any {@link
 * io.coxswain.apiserver.error.StatusException}.
 */
public interface Plugin {
  /** In {@link #resources} and {@link #operations}: whatever it is. */
  String ANY = "*";

  /**
   * What the plugin wants to see, by the name it is stored under and subresource: {@code pods},
   * {@code deployments.apps}, {@code pods/binding}; {@link #ANY} for everything.
   */
  List<String> resources();

  /** When. */
  default List<Operation> operations() {
    return List.of(Operation.CREATE, Operation.UPDATE);
  }

  /**
   * May change the object; called before it is validated, and once more if a webhook changed it.
   */
  default void admit(Attributes attributes) {}

  /** May refuse the object, which is final now. Called on every attempt to commit. */
  default void validate(Attributes attributes) {}
}
