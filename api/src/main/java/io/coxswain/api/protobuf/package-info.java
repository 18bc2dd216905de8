/**
 * The protobuf encoding of built-in kinds: the messages with their field numbers, and two streaming
 * transcoders between objects in JSON and in protobuf.
 *
 * <p>The messages are derived from {@link io.coxswain.api.catalogue.TypeCatalogue} when they are
 * first needed; generated classes are not used. {@link io.coxswain.api.protobuf.ProtobufToJson}
 * makes the JSON that Go would write for the same object, {@link
 * io.coxswain.api.protobuf.JsonToProtobuf} encodes request bodies. Neither builds a tree, both take
 * time and memory in proportion to the object, and nesting is bounded.
 */
@NullMarked
package io.coxswain.api.protobuf;

import org.jspecify.annotations.NullMarked;
