package io.coxswain.apiserver.admission.plugins;

import io.coxswain.apiserver.admission.Attributes;
import io.coxswain.apiserver.admission.Plugin;
import java.util.List;

/** What a kind itself does to its objects at this point. */
final class StrategyAdmission implements Plugin {
  @Override
  public List<String> resources() {
    return List.of(ANY);
  }

  @Override
  public void admit(Attributes attributes) {
    if (attributes.subresource().isEmpty()) {
      attributes
          .kind()
          .strategy()
          .admit(attributes.object(), attributes.old(), attributes.context());
    }
  }
}
