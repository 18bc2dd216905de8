/**
 * The TTL controller: deletes a Job, with its pods, so many seconds after it finished as it says in
 * {@code ttlSecondsAfterFinished}. The time is kept nowhere but in the Job: a restart forgets
 * nothing, and a changed field takes effect at once. The Job is read again from the server before
 * it is deleted. Jobs of other managers are deleted as well.
 */
@NullMarked
package io.coxswain.kube.ttl;

import org.jspecify.annotations.NullMarked;
