/**
 * The parts of HTTP that the console needs: static files from jars, a check of Host and Origin,
 * JSON responses with compression, and streams of server-sent events.
 */
@NullMarked
package io.coxswain.console.http;

import org.jspecify.annotations.NullMarked;
