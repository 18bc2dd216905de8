package io.coxswain.apiserver.kinds;

import io.coxswain.apiserver.apply.FieldSet;

/**
 * The fields that a write cannot change and therefore does not own.
 *
 * @param byObject in a write to the object
 * @param byStatus in a write to its status
 */
public record UnownedFields(FieldSet byObject, FieldSet byStatus) {
  /** A kind without a status subresource. */
  static final UnownedFields NONE = new UnownedFields(new FieldSet(), new FieldSet());

  /** A kind with a status subresource. */
  static final UnownedFields OTHER_HALF =
      new UnownedFields(FieldSet.of("status"), FieldSet.of("spec"));

  private static final FieldSet SPEC_AND_METADATA = FieldSet.of("spec", "metadata");

  /** Whether a write to the status changes no metadata. */
  public boolean statusLeavesMetadata() {
    return SPEC_AND_METADATA.equals(byStatus);
  }

  UnownedFields byObject(String... fields) {
    return new UnownedFields(FieldSet.of(fields), byStatus);
  }

  UnownedFields byStatus(String... fields) {
    return new UnownedFields(byObject, FieldSet.of(fields));
  }
}
