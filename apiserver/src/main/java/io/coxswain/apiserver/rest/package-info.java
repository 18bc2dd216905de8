/**
 * Requests: what is asked, of which kind, and what comes of it.
 *
 * <p>{@link io.coxswain.apiserver.rest.Api} is the entry: it reads a request ({@link
 * io.coxswain.apiserver.rest.RequestInfo}), finds the kind, and hands it to the class for the verb.
 * A write runs through the same steps in the same order as in kube-apiserver: decode, default, own
 * ({@code managedFields}), admit, prepare, validate, commit. Every refusal is a {@link
 * io.coxswain.apiserver.error.StatusException} with upstream's words.
 *
 * <p>Nothing here waits, but for a revision that is not there yet, and nothing runs on a thread of
 * its own: a request is worked on by the task that makes it.
 */
@NullMarked
package io.coxswain.apiserver.rest;

import org.jspecify.annotations.NullMarked;
