/**
 * Objects as Go clients send them: protobuf messages. {@link
 * io.coxswain.apiserver.protobuf.Protobuf} turns a body into the JSON tree that the same object has
 * when it is sent as JSON; from there on nobody knows the difference.
 *
 * <p>Generated classes are not used: {@code io.kubernetes:client-java-proto} is megabytes of
 * classes of which a decoder to JSON needs the field numbers alone. They are a table of 60 KB
 * ({@link io.coxswain.apiserver.protobuf.Messages}), read when the first such body comes.
 *
 * <p>Guarantees: fields that are not in the table are skipped, as protobuf asks; a body that is
 * malformed is refused with the words of the real server and never more than that; work and depth
 * are bounded by the size of the body.
 */
@NullMarked
package io.coxswain.apiserver.protobuf;

import org.jspecify.annotations.NullMarked;
