package io.coxswain.kube.deployment;

/** The size that a ReplicaSet is to have. */
record Resize(String name, int size) {}
