package io.coxswain.kube.host.options;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;

class LabelAllowListsTest {

  @Test
  void readsOnePairPerValue() {
    assertThat(LabelAllowLists.pairs(List.of("m,a=v1,v2", "m,b=w")))
        .containsOnlyKeys("m,a", "m,b")
        .containsEntry("m,a", "v1,v2");
  }

  @Test
  void readsSeveralQuotedPairsOfOneValue() {
    assertThat(LabelAllowLists.pairs(List.of("\"m,a=v1,v2\",\"n,b=w\"")))
        .containsEntry("m,a", "v1,v2")
        .containsEntry("n,b", "w");
  }

  @Test
  void rejectsWhatIsNoPair() {
    assertThatThrownBy(() -> LabelAllowLists.pairs(List.of("m,a=v1,n,b=w")))
        .hasMessageContaining("m must be formatted as key=value");
  }

  @Test
  void acceptsNamesOfMetricsAndLabelsAlone() {
    assertThat(LabelAllowLists.isKey("apiserver:m_total,a_1")).isTrue();
    assertThat(LabelAllowLists.isKey("m")).isFalse();
    assertThat(LabelAllowLists.isKey("m,a,b")).isFalse();
    assertThat(LabelAllowLists.isKey("m-1,a")).isFalse();
  }
}
