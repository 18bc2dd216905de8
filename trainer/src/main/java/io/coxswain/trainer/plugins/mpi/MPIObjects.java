package io.coxswain.trainer.plugins.mpi;

import io.coxswain.api.ObjectKey;
import io.coxswain.api.trainer.TrainJob;
import io.coxswain.runtime.certificates.SshKeyPair;
import io.coxswain.runtime.client.Owners;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.api.model.SecretBuilder;
import java.util.Base64;
import java.util.List;
import java.util.stream.Collectors;

/** The objects that the pods of an MPI job mount. */
final class MPIObjects {
  static final String PRIVATE_KEY = "ssh-privatekey";
  static final String PUBLIC_KEY = "ssh-publickey";
  static final String HOSTFILE = "hostfile";

  private MPIObjects() {}

  static ObjectKey secretKey(TrainJob job) {
    return ObjectKey.of(job).sibling(job.getMetadata().getName() + "-mpi-ssh-auth");
  }

  static ObjectKey hostfileKey(TrainJob job) {
    return ObjectKey.of(job).sibling(job.getMetadata().getName() + "-mpi-hostfile");
  }

  static Secret secret(TrainJob job, SshKeyPair keys) {
    return new SecretBuilder()
        .withNewMetadata()
        .withNamespace(job.getMetadata().getNamespace())
        .withName(secretKey(job).name())
        .withOwnerReferences(Owners.controlledBy(job))
        .endMetadata()
        .withType("kubernetes.io/ssh-auth")
        .withImmutable(true)
        .addToData(PRIVATE_KEY, Base64.getEncoder().encodeToString(keys.privateKey()))
        .addToData(PUBLIC_KEY, Base64.getEncoder().encodeToString(keys.publicKey()))
        .build();
  }

  /** A line for each host, with the number of processes it takes. */
  static ConfigMap hostfile(TrainJob job, List<String> hosts, int slots) {
    return new ConfigMapBuilder()
        .withNewMetadata()
        .withNamespace(job.getMetadata().getNamespace())
        .withName(hostfileKey(job).name())
        .withOwnerReferences(Owners.controlledBy(job))
        .endMetadata()
        .addToData(
            HOSTFILE,
            hosts.stream()
                .map(host -> host + " slots=" + slots + "\n")
                .collect(Collectors.joining()))
        .build();
  }
}
