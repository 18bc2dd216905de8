/**
 * The protobuf encoding of built-in kinds: the messages with their field numbers, and a streaming
 * transcoder from protobuf to JSON.
 *
 * <p>The messages are derived from {@link io.coxswain.api.catalogue.TypeCatalogue} when they are
 * first needed; generated classes are not used. {@link io.coxswain.api.protobuf.ProtobufToJson}
 * makes the JSON that Go would write for the same object. It builds no tree, takes time and memory
 * in proportion to the object, and bounds the nesting.
 */
@NullMarked
package io.coxswain.api.protobuf;

import org.jspecify.annotations.NullMarked;
