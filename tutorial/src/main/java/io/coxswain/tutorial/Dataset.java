package io.coxswain.tutorial;

import io.coxswain.api.CustomObject;
import io.coxswain.api.crd.Required;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Kind;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.Version;

/** Data to be fetched in parts. */
@Group("tutorial.coxswain.io")
@Version("v1")
@Kind("Dataset")
@Plural("datasets")
public class Dataset extends CustomObject<Dataset.Spec, Dataset.Status> implements Namespaced {
  public Dataset() {
    super(new Spec());
  }

  /** The desired state. */
  public static class Spec {
    @Required public String url = "";
    public int parts;
  }

  /** The observed state. */
  public static class Status {
    public int fetched;
  }
}
