/**
 * Encryption at rest: which objects are encrypted in the data directory, and with which keys.
 *
 * <p>{@link io.coxswain.apiserver.encryption.EncryptionConfig} reads the file of {@code
 * --encryption-provider-config}, an EncryptionConfiguration of apiserver.config.k8s.io/v1, and
 * returns the cipher for the store. As upstream, the first entry that names a resource decides; its
 * first provider encrypts what is written, and all of its providers read.
 *
 * <p>The algorithms are those of the JDK. What is encrypted is an object with its labels; its
 * resource, namespace and name stay readable, as the keys of etcd do. With aesgcm they are
 * authenticated together with the object.
 *
 * <p>{@link io.coxswain.apiserver.encryption.AutomaticReload} reads the file again while the server
 * runs.
 *
 * <p>Non-goals: KMS plugins and secretbox.
 */
@NullMarked
package io.coxswain.apiserver.encryption;

import org.jspecify.annotations.NullMarked;
