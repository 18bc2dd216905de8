package io.coxswain.apiserver.rules;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.FieldError;
import io.coxswain.api.Json;
import io.coxswain.api.net.Addresses;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class RulesTest {
  private final List<FieldError> errors = new ArrayList<>();

  private static ObjectNode tree(String json) {
    return Json.tree(json.replace('\'', '"').getBytes(StandardCharsets.UTF_8));
  }

  private List<String> told() {
    return errors.stream().map(FieldError::toString).toList();
  }

  @Test
  void reportsErrorsInTheOrderOfTheRules() {
    Field spec =
        Field.of(tree("{'spec':{'n':-1,'list':[{'name':'a'},{'name':'a'}]}}"), errors).get("spec");
    var names = new ArrayList<String>();

    spec.get("missing").isGiven("say something");
    spec.get("n").nonNegative();
    spec.get("list").items().forEach(item -> item.get("name").notAmong(names));
    spec.get("list").items().getFirst().get("name").oneOf(List.of("x", "y"));

    assertThat(told())
        .containsExactly(
            "spec.missing: Required value: say something",
            "spec.n: Invalid value: -1: must be greater than or equal to 0",
            "spec.list[1].name: Duplicate value: \"a\"",
            "spec.list[0].name: Unsupported value: \"a\": supported values: \"x\", \"y\"");
  }

  @Test
  void selectorsAreCheckedExpressionByExpression() {
    LabelRules.selector(
        Field.of(
            tree(
                "{'matchLabels':{'a':'b c'},'matchExpressions':[{'key':'k','operator':'In'},"
                    + "{'key':'k','operator':'Exists','values':['v']},{'key':'k','operator':'Is'}]}"),
            "s",
            errors));

    assertThat(errors)
        .extracting(FieldError::field)
        .containsExactly(
            "s.matchLabels",
            "s.matchExpressions[0].values",
            "s.matchExpressions[1].values",
            "s.matchExpressions[2].operator");
  }

  @Test
  void describesFormatViolations() {
    assertThat(Formats.dnsLabel("a.b")).containsExactly("must not contain dots");
    assertThat(Formats.portName("-a--")).hasSize(2);
    assertThat(Formats.configMapKey("..")).containsExactly("must not be '..'");
    assertThat(Formats.qualifiedName("x.y/z")).isEmpty();
    assertThat(Addresses.isIp("2001:db8::1")).isTrue();
    assertThat(Addresses.isIp("::ffff:1.2.3.4")).isTrue();
    assertThat(Addresses.isIp("1:2:3")).isFalse();
    assertThat(Addresses.isCidr("10.0.0.0/33")).isFalse();
  }

  @Test
  void theInternalFormHasEveryFieldUnderItsNameInGo() {
    assertThat(InternalForm.of("apps.DeploymentStrategy", tree("{'type':'BlueGreen'}")).toString())
        .isEqualTo("{\"Type\":\"BlueGreen\",\"RollingUpdate\":null}");
    assertThat(
            InternalForm.of("core.PodSpec", tree("{'hostPID':true}"))
                .at("/SecurityContext/HostPID")
                .asBoolean())
        .isTrue();
  }

  @Test
  void theInternalFormCanBeReadBack() {
    ObjectNode behavior =
        tree(
            "{'scaleUp':{'selectPolicy':'Max','policies':[{'type':'Pods','value':4,'periodSeconds':15}]}}");
    String type = "autoscaling.HorizontalPodAutoscalerBehavior";

    assertThat(InternalForm.from(type, InternalForm.of(type, behavior))).isEqualTo(behavior);
  }

  @Test
  void aDifferenceHasThreeLinesAroundIt() {
    String diff =
        UnifiedDiff.of(
            tree("{'a':1,'b':2,'c':3,'d':4,'e':5,'f':6,'g':7,'h':8,'i':[]}"),
            tree("{'a':1,'b':2,'c':3,'d':4,'e':5,'f':0,'g':7,'h':8,'i':[9]}"));

    assertThat(diff)
        .isEqualTo(
            """
            @@ -4,8 +4,10 @@
              "c": 3,
              "d": 4,
              "e": 5,
            - "f": 6,
            + "f": 0,
              "g": 7,
              "h": 8,
            - "i": []
            + "i": [
            +  9
            + ]
             }
            """);
  }

  @Test
  void sameValuesHaveNoDifference() {
    assertThat(UnifiedDiff.of(tree("{'a':1}"), tree("{'a':1}"))).isEmpty();
  }
}
