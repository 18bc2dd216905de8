/**
 * Events about objects: what {@code kubectl describe} shows. {@link
 * io.coxswain.runtime.events.Recorder} is the entry.
 */
@NullMarked
package io.coxswain.runtime.events;

import org.jspecify.annotations.NullMarked;
