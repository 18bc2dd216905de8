/**
 * Events about objects: what {@code kubectl describe} shows. {@link
 * io.coxswain.runtime.events.Recorder} records core/v1 events, {@link
 * io.coxswain.runtime.events.ActionRecorder} those of events.k8s.io/v1. Both keep one object from
 * filling the server, by the rules of client-go's recorders.
 */
@NullMarked
package io.coxswain.runtime.events;

import org.jspecify.annotations.NullMarked;
