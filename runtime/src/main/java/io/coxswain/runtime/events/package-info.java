/**
 * Events about objects, as shown by {@code kubectl describe}. {@link
 * io.coxswain.runtime.events.Recorder} records core/v1 events, {@link
 * io.coxswain.runtime.events.ActionRecorder} events.k8s.io/v1 events. Both limit the events per
 * object by the rules of client-go's recorders.
 */
@NullMarked
package io.coxswain.runtime.events;

import org.jspecify.annotations.NullMarked;
