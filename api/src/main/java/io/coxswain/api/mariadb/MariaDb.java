package io.coxswain.api.mariadb;

import io.coxswain.api.CustomObject;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Kind;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.Version;

/** A database that the MariaDB operator runs. */
@Group("k8s.mariadb.com")
@Version("v1alpha1")
@Kind("MariaDB")
@Plural("mariadbs")
public class MariaDb extends CustomObject<MariaDbSpec, MariaDbStatus> implements Namespaced {
  public MariaDb() {
    super(new MariaDbSpec());
  }
}
