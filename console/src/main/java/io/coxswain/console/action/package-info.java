/**
 * What users may do with objects: each action is one request to the API server with the user's own
 * rights, or a few, and is reported with the equivalent kubectl command.
 */
@NullMarked
package io.coxswain.console.action;

import org.jspecify.annotations.NullMarked;
