package io.coxswain.api.mariadb;

import io.coxswain.api.CustomObject;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Kind;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.Version;

/** The privileges of a database user. */
@Group("k8s.mariadb.com")
@Version("v1alpha1")
@Kind("Grant")
@Plural("grants")
public class Grant extends CustomObject<GrantSpec, MariaDbStatus> implements Namespaced {
  public Grant() {
    super(new GrantSpec());
  }
}
