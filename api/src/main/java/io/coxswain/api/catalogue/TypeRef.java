package io.coxswain.api.catalogue;

/** The type of a field or of an element of one, without its pointer. */
public sealed interface TypeRef {
  /**
   * A type of Go itself.
   *
   * @param name such as {@code string} or {@code int32}; {@code bytes} for a list of bytes
   */
  record Scalar(String name) implements TypeRef {}

  /** A list. */
  record ListOf(TypeRef items) implements TypeRef {}

  /** A map with strings as keys. */
  record MapOf(TypeRef values) implements TypeRef {}

  /**
   * A declared type that is not a struct.
   *
   * @param name such as {@code core.v1.Protocol}
   */
  record Named(String name, TypeRef underlying) implements TypeRef {}

  /**
   * A struct of the catalogue, or one that stands for a single JSON value and has no fields there,
   * such as {@code resource.Quantity}.
   */
  record Struct(String name) implements TypeRef {}

  /** The type without the names that Go gives to types other than structs. */
  default TypeRef unnamed() {
    return this instanceof Named named ? named.underlying.unnamed() : this;
  }
}
