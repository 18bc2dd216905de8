package io.coxswain.slurm.render;

import io.coxswain.env.Entropy;
import io.coxswain.runtime.certificates.SshKeyPair;
import java.util.SortedMap;
import java.util.TreeMap;

/** The three host keys of sshd, each with its public half. */
final class SshHostKeys {
  private SshHostKeys() {}

  static SortedMap<String, byte[]> make(Entropy entropy) {
    var keys = new TreeMap<String, byte[]>();
    put(keys, "ssh_host_ecdsa_key", SshKeyPair.ecdsa(entropy));
    put(keys, "ssh_host_ed25519_key", SshKeyPair.ed25519(entropy));
    put(keys, "ssh_host_rsa_key", SshKeyPair.rsa(entropy));
    return keys;
  }

  private static void put(SortedMap<String, byte[]> keys, String name, SshKeyPair pair) {
    keys.put(name, pair.privateKey());
    keys.put(name + ".pub", pair.publicKey());
  }
}
