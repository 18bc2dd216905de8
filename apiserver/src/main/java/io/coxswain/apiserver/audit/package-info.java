/**
 * The audit log: the user, the request and the response, as lines of JSON.
 *
 * <p>{@link io.coxswain.apiserver.audit.AuditPolicy} decides by its first matching rule what is
 * recorded of a request; {@link io.coxswain.apiserver.audit.AuditTrail} records the stages of one
 * request; {@link io.coxswain.apiserver.audit.AuditLog} sends them to a file, to a server, or both.
 *
 * <p>In the blocking modes an event is stored before its request goes on; in batch mode it waits in
 * a bounded queue, and is lost if that is full.
 */
@NullMarked
package io.coxswain.apiserver.audit;

import org.jspecify.annotations.NullMarked;
