/**
 * The audit log: who asked for what, and what the response was, as lines of JSON.
 *
 * <p>{@link io.coxswain.apiserver.audit.AuditPolicy} decides by its first matching rule what is
 * recorded of a request; {@link io.coxswain.apiserver.audit.AuditTrail} records the stages of one
 * request; {@link io.coxswain.apiserver.audit.AuditLog} writes them before the request goes on, as
 * upstream's mode {@code blocking}, so nothing is buffered.
 */
@NullMarked
package io.coxswain.apiserver.audit;

import org.jspecify.annotations.NullMarked;
