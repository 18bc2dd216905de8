package io.coxswain.api.beans;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.api.model.Pod;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Generated accessors do what reflection does. */
final class DirectAccessTest {
  private static final String POD =
      """
      {"apiVersion":"v1","kind":"Pod","metadata":{"labels":{"a":"b"},"name":"p","unknown":1},\
      "spec":{"containers":[{"image":"i","name":"c","ports":[{"containerPort":1}],\
      "resources":{"limits":{"cpu":"1"}},"tty":true}],"nodeName":null},\
      "status":{"startTime":"2026-01-01T00:00:00Z"}}""";

  private final ObjectMapper plain = mapper();
  private final ObjectMapper direct = mapper().registerModule(new DirectAccess());

  private static ObjectMapper mapper() {
    return new ObjectMapper().setDefaultPropertyInclusion(JsonInclude.Include.NON_NULL);
  }

  /** A bean that records whether its setter was called through reflection. */
  public static final class Bean {
    private String text = "none";
    private int number;
    private List<String> list = List.of();
    private static boolean reflected;

    public String getText() {
      return text;
    }

    public void setText(String text) {
      if (text.equals("bad")) {
        throw new IllegalArgumentException("bad text");
      }
      reflected =
          StackWalker.getInstance(StackWalker.Option.SHOW_REFLECT_FRAMES)
              .walk(
                  frames ->
                      frames.limit(4).anyMatch(f -> f.getClassName().startsWith("java.lang.ref")));
      this.text = text;
    }

    public int getNumber() {
      return number;
    }

    public void setNumber(int number) {
      this.number = number;
    }

    @JsonInclude(JsonInclude.Include.NON_EMPTY)
    public @Nullable List<String> getList() {
      return list;
    }

    public void setList(List<String> list) {
      this.list = list;
    }
  }

  private Bean read(String json) throws Exception {
    return direct.readValue(json, Bean.class);
  }

  @Test
  void readsAndWritesTheSameBeforeAndAfterAccessorsAreHot() throws Exception {
    String expected = plain.writeValueAsString(plain.readValue(POD, Pod.class));

    for (int i = 0; i < 2 * HotAccessor.USES; i++) {
      Pod pod = direct.readValue(POD, Pod.class);
      assertThat(direct.writeValueAsString(pod)).isEqualTo(expected);
    }
  }

  @Test
  void callsHotSettersWithoutReflection() throws Exception {
    assertThat(read("{\"text\":\"x\"}").getText()).isEqualTo("x");
    assertThat(Bean.reflected).isTrue();

    for (int i = 0; i < HotAccessor.USES; i++) {
      read("{\"text\":\"x\",\"number\":7,\"list\":[\"y\"]}");
    }

    Bean bean = read("{\"text\":\"z\",\"number\":7,\"list\":[\"y\"]}");
    assertThat(Bean.reflected).isFalse();
    assertThat(direct.writeValueAsString(bean))
        .isEqualTo("{\"text\":\"z\",\"number\":7,\"list\":[\"y\"]}");
    assertThat(direct.writeValueAsString(new Bean())).isEqualTo("{\"text\":\"none\",\"number\":0}");
    assertThat(read("{\"list\":null}").getList()).isNull();
  }

  @Test
  void reportsFailuresOfHotSettersWithTheirPath() throws Exception {
    for (int i = 0; i <= HotAccessor.USES; i++) {
      read("{\"text\":\"x\"}");
    }

    assertThatThrownBy(() -> read("{\"text\":\"bad\"}"))
        .isInstanceOf(JsonMappingException.class)
        .hasMessageContaining("bad text")
        .hasMessageContaining("Bean[\"text\"]");
  }
}
