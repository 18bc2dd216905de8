package io.coxswain.apiserver.apply;

import static io.coxswain.apiserver.apply.Managed.builtIn;
import static io.coxswain.apiserver.apply.Managed.tree;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class UpdateTrackingTest {
  private final Managed map = builtIn("v1", "ConfigMap");

  @Test
  void anUpdaterOwnsWhatItChanged() {
    map.put("maker", "{data: {a: '1', b: '1'}}")
        .put("ed", "{metadata: {labels: {l: x}}, data: {a: '2', b: '1'}}");

    assertThat(map.owners())
        .containsExactly(
            "maker Update {f:data:{.:{},f:b:{}}}",
            "ed Update {f:data:{f:a:{}},f:metadata:{f:labels:{.:{},f:l:{}}}}");
  }

  @Test
  void aRemovedFieldHasNoOwner() {
    map.put("maker", "{data: {a: '1', b: '1'}}").put("ed", "{data: {b: '1'}}");

    assertThat(map.owners()).containsExactly("maker Update {f:data:{.:{},f:b:{}}}");
  }

  @Test
  void aRewriteOfTheSameChangesNothing() {
    map.put("maker", "{data: {a: '1'}}");
    var before = map.live().deepCopy();

    map.put("ed", "{data: {a: '1'}}");

    assertThat(map.live()).isEqualTo(before);
  }

  @Test
  void anUpdaterKeepsAddsAndLosesFieldsByItsOwnWrites() {
    map.put("maker", "{data: {a: '1', b: '1'}}").put("maker", "{data: {a: '2', c: '1'}}");

    assertThat(map.owners()).containsExactly("maker Update {f:data:{.:{},f:a:{},f:c:{}}}");
  }

  @Test
  void aManagersTimeMovesWithItsChanges() {
    map.put("maker", "{data: {a: '1'}}")
        .put("maker", "{data: {a: '2'}}")
        .put("ed", "{data: {a: '2', b: '1'}}");

    assertThat(map.second("maker")).isEqualTo(2);
    assertThat(map.second("ed")).isEqualTo(3);
  }

  @Test
  void aResetStopsTrackingUntilTheNextApply() throws ApplyException {
    map.put("maker", "{data: {a: '1'}}")
        .putWithManagers("ed", "[{}]")
        .put("ed", "{data: {a: '2'}}");
    assertThat(map.owners()).isEmpty();

    map.apply("alice", "{data: {b: '1'}}");

    assertThat(map.object()).isEqualTo(tree("{data: {a: '2', b: '1'}}"));
    assertThat(map.owners())
        .containsExactly(
            "alice Apply {f:data:{f:b:{}}}", "before-first-apply Update {f:data:{.:{},f:a:{}}}");
  }

  @Test
  void anEmptyListIsAResetToo() {
    map.put("maker", "{data: {a: '1'}}").putWithManagers("ed", "[]");

    assertThat(map.owners()).isEmpty();
  }

  @Test
  void goodEntriesOfTheRequestReplaceTheStoredOnes() {
    map.put("maker", "{data: {a: '1'}}")
        .putWithManagers(
            "ed",
            "[{manager: m, operation: Update, apiVersion: v1, fieldsType: FieldsV1, fieldsV1:"
                + " {'f:data': {'f:nowhere': {}}}}]");

    assertThat(map.owners()).containsExactly("m Update {f:data:{f:nowhere:{}}}");
  }

  @Test
  void brokenEntriesOfTheRequestAreIgnored() {
    map.put("maker", "{data: {a: '1'}}")
        .putWithManagers(
            "ed",
            "[{manager: m, operation: Bogus, apiVersion: v1, fieldsType: FieldsV1, fieldsV1: {}}]");

    assertThat(map.owners()).containsExactly("maker Update {f:data:{.:{},f:a:{}}}");
  }

  @Test
  void theOldestUpdatersAreMergedBeyondTen() {
    var data = new StringBuilder("k0: '0'");
    map.put("m0", "{data: {" + data + "}}");
    for (int i = 1; i <= 11; i++) {
      data.append(", k").append(i).append(": '").append(i).append('\'');
      map.put("m" + i, "{data: {" + data + "}}");
    }

    assertThat(map.owners()).hasSize(10);
    assertThat(map.owners().getFirst())
        .isEqualTo("ancient-changes Update {f:data:{.:{},f:k0:{},f:k1:{},f:k2:{}}}");
  }

  @Test
  void anAtomicListIsOneField() {
    Managed deployment = builtIn("apps/v1", "Deployment");
    deployment.put("maker", "{spec: {template: {spec: {containers: [{name: c, args: [a]}]}}}}");

    deployment.put("ed", "{spec: {template: {spec: {containers: [{name: c, args: [a, b]}]}}}}");

    assertThat(deployment.owners().getLast())
        .isEqualTo(
            "ed Update {f:spec:{f:template:{f:spec:{f:containers:{k:{'name':'c'}:{f:args:{}}}}}}}");
  }
}
