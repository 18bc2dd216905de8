package io.coxswain.apiserver.aggregation;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.apiserver.aggregation.RegistrationPlan.Action;
import io.coxswain.apiserver.aggregation.RegistrationPlan.Known;
import io.coxswain.apiserver.aggregation.RegistrationPlan.Mode;
import io.coxswain.apiserver.aggregation.RegistrationPlan.Wanted;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What happens to an APIService, by what it is labelled with and what should exist. */
final class RegistrationPlanTest {

  @ParameterizedTest(name = "{0}, wanted {1}, starting {2}: {3}")
  @CsvSource({
    "absent, no, true, none",
    "absent, onstart, true, Create",
    "absent, onstart, false, none",
    "absent, true, true, Create",
    "absent, true, false, Create",
    "unlabelled, no, true, none",
    "unlabelled, onstart, true, none",
    "unlabelled, true, false, none",
    "onstart, no, true, Delete",
    "onstart, no, false, none",
    "onstart, onstart, true, Update",
    "onstart, onstart, false, none",
    "onstart, true, true, Update",
    "onstart, true, false, none",
    "true, no, true, Delete",
    "true, no, false, Delete",
    "true, onstart, true, Update",
    "true, onstart, false, none",
    "true, true, true, Update",
    "true, true, false, Update",
  })
  void decidesByLabelAndTime(String present, String wanted, boolean starting, String action) {
    var all = new TreeMap<String, Wanted>();
    Mode mode = Mode.of(wanted);
    if (mode != null) {
      all.put("v1.example.com", new Wanted("example.com", "v1", 1000, 100, mode));
    }
    var known = new TreeMap<String, Known>();
    if (!present.equals("absent")) {
      ObjectNode other = new Wanted("example.com", "v1", 1, 1, Mode.ALWAYS).spec();
      known.put("v1.example.com", new Known(Mode.of(present), other));
    }

    var actions = RegistrationPlan.of(all, known, starting);

    assertThat(actions.stream().map(one -> one.getClass().getSimpleName()).toList())
        .isEqualTo(action.equals("none") ? List.of() : List.of(action));
    assertThat(actions.stream().map(Action::name)).allMatch("v1.example.com"::equals);
  }

  @ParameterizedTest(name = "label {0}")
  @CsvSource({"onstart", "true"})
  void writesNothingWhenTheSpecIsRight(String label) {
    var mode = Objects.requireNonNull(Mode.of(label));
    var one = new Wanted("example.com", "v1", 1000, 100, mode);
    var all = new TreeMap<String, Wanted>();
    all.put(one.name(), one);
    var known = new TreeMap<String, Known>();
    known.put(one.name(), new Known(mode, one.spec()));

    assertThat(RegistrationPlan.of(all, known, true)).isEmpty();
  }
}
