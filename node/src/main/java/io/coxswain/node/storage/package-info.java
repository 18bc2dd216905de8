/**
 * Volumes out of directories, so that claims are met where there is no storage system: {@link
 * io.coxswain.node.storage.HostPathProvisioner} makes a directory for each claim of its class and
 * takes it away when the claim is gone. Good for one machine: every node reaches every directory,
 * no size is enforced.
 */
@NullMarked
package io.coxswain.node.storage;

import org.jspecify.annotations.NullMarked;
