/**
 * Who uses the console. A one-time token in a link, or the user's own bearer token, is exchanged
 * for a session, which the browser then names by a cookie. A session holds the credentials with
 * which its requests reach the API server.
 */
@NullMarked
package io.coxswain.console.session;

import org.jspecify.annotations.NullMarked;
