/**
 * The small HTTP endpoints of a program: {@link io.coxswain.runtime.http.Endpoint}s are plain
 * functions, {@link io.coxswain.runtime.http.EndpointServer} serves them.
 */
@NullMarked
package io.coxswain.runtime.http;

import org.jspecify.annotations.NullMarked;
