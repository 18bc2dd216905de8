/**
 * The server to which training programs report progress: {@link
 * io.coxswain.trainer.statusserver.StatusServer#handle} handles one kind of POST, for one job each,
 * and writes its content to {@code status.trainerStatus} of that job only. {@link
 * io.coxswain.trainer.statusserver.StatusPath} parses the path and determines who may use it.
 *
 * <p>Guarantees: a token is valid for one job, identified by its audience, and only for callers of
 * the job's own namespace; a report replaces the previous one and changes nothing else of the job;
 * rejections of the API server are returned verbatim; the memory of a request is bounded.
 */
@NullMarked
package io.coxswain.trainer.statusserver;

import org.jspecify.annotations.NullMarked;
