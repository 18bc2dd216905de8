/**
 * Volumes made of directories, so that claims are bound without a storage system: {@link
 * io.coxswain.node.storage.HostPathProvisioner} creates a directory for each claim of its class and
 * deletes it after the claim was deleted. Suitable for a single host: every node accesses every
 * directory, and sizes are not enforced.
 */
@NullMarked
package io.coxswain.node.storage;

import org.jspecify.annotations.NullMarked;
