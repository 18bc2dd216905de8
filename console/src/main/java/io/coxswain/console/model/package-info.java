/**
 * What the console knows of a cluster. A {@link io.coxswain.console.model.Feed} follows one kind by
 * a list and a watch with the user's credentials and keeps a summary of each object; a {@link
 * io.coxswain.console.model.ClusterModel} has the feeds of one user, the history that the API does
 * not keep, and a bell that rings at changes. Feeds start when a view first reads them and stop
 * when none has for some minutes. A kind that the user may not list, or that is not installed, is a
 * state of its feed and not an error.
 */
@NullMarked
package io.coxswain.console.model;

import org.jspecify.annotations.NullMarked;
