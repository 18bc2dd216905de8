package io.coxswain.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class MergePatchTest {
  @Test
  void appliesWhatItFoundBetweenTwoObjects() throws Exception {
    ObjectNode from = tree("{'a':1,'b':{'c':2,'d':[1,2]},'e':{'f':1}}");
    ObjectNode to = tree("{'a':1,'b':{'d':[2]},'g':{'h':{'i':1}}}");

    ObjectNode patch = MergePatch.between(from, to);
    MergePatch.apply(from, patch);

    assertThat(patch).isEqualTo(tree("{'e':null,'b':{'c':null,'d':[2]},'g':{'h':{'i':1}}}"));
    assertThat(from).isEqualTo(to);
    assertThat(MergePatch.between(to, to)).isEmpty();
  }

  @Test
  void dropsNullsOfFieldsThatDoNotExist() throws Exception {
    ObjectNode object = tree("{'a':1}");

    MergePatch.apply(object, tree("{'b':{'c':null,'d':[{'e':null,'f':1}]},'g':null}"));

    assertThat(object).isEqualTo(tree("{'a':1,'b':{'d':[{'f':1}]}}"));
  }

  @Test
  void visitsTheObjectsThatItEnteredInnermostFirst() throws Exception {
    List<String> visited = new ArrayList<>();

    MergePatch.apply(
        tree("{'a':{'b':1},'x':{'y':1}}"),
        tree("{'a':{'c':{'d':1}}}"),
        object -> visited.add(object.toString().replace('"', '\'')));

    assertThat(visited)
        .containsExactly("{'d':1}", "{'b':1,'c':{'d':1}}", "{'a':{'b':1,'c':{'d':1}},'x':{'y':1}}");
  }

  private static ObjectNode tree(String json) throws Exception {
    return (ObjectNode) Json.MAPPER.readTree(json.replace('\'', '"'));
  }
}
