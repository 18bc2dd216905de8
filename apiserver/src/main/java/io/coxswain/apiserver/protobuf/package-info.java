/**
 * Protobuf encoding of objects for Go clients. {@link io.coxswain.apiserver.protobuf.Protobuf}
 * decodes a body to the tree that the same object has as JSON. {@link
 * io.coxswain.apiserver.protobuf.ProtobufWriter} encodes stored JSON, byte for byte as Go encodes
 * the same object.
 *
 * <p>Generated classes are not used: {@code io.kubernetes:client-java-proto} contains megabytes of
 * classes of which only the field numbers are needed here. They are a table of 60 KB ({@link
 * io.coxswain.api.protobuf.Messages}), parsed when the first message is needed.
 *
 * <p>Guarantees: fields that are not in the table are skipped, as protobuf requires; a malformed
 * body is rejected with the error of the real server; work and depth are bounded by the size of the
 * body.
 */
@NullMarked
package io.coxswain.apiserver.protobuf;

import org.jspecify.annotations.NullMarked;
