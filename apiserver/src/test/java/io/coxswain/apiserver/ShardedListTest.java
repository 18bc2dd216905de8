package io.coxswain.apiserver;

import static io.coxswain.apiserver.TestingServer.json;
import static io.coxswain.apiserver.TestingServer.request;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.api.sharding.ShardSelector;
import io.coxswain.api.sharding.ShardSelector.Field;
import io.coxswain.apiserver.spi.ApiFeatures;
import io.coxswain.apiserver.spi.ApiServerOptions;
import io.coxswain.env.ApiRequest;
import io.coxswain.env.ApiResponse;
import io.coxswain.env.ApiWatch;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class ShardedListTest {
  private static final String MAPS = "/api/v1/namespaces/default/configmaps";

  private final TestingServer server =
      new TestingServer(
          ApiServerOptions.plain()
              .withFeatures(new ApiFeatures(Set.of(), Set.of(ApiFeatures.SHARDED_LIST_AND_WATCH))));

  @Test
  void listsEachObjectInExactlyOneShard() {
    createMaps(server, 20);

    Set<String> all = names(server.get(MAPS));
    Set<String> together = new TreeSet<>();
    for (int shard = 0; shard < 3; shard++) {
      Set<String> part = names(server.call(select(MAPS, ShardSelector.of(Field.UID, shard, 3))));
      assertThat(part).isNotEmpty();
      part.forEach(name -> assertThat(together.add(name)).as(name).isTrue());
    }

    assertThat(together).isEqualTo(all);
  }

  @Test
  void reportsTheSelectorInTheMetadataOfTheList() {
    ShardSelector half = ShardSelector.of(Field.UID, 0, 2);

    ObjectNode list = json(server.call(select(MAPS, half)));

    assertThat(list.at("/metadata/shardInfo/selector").asText()).isEqualTo(half.toString());
    assertThat(json(server.get(MAPS)).at("/metadata/shardInfo").isMissingNode()).isTrue();
  }

  @Test
  void pagesThroughAShard() {
    createMaps(server, 20);
    ShardSelector half = ShardSelector.of(Field.UID, 1, 2);
    Set<String> whole = names(server.call(select(MAPS, half)));

    Set<String> paged = new TreeSet<>();
    String more = "";
    do {
      ObjectNode page =
          json(server.call(select(MAPS, half).with("limit", "2").with("continue", more)));
      page.path("items").forEach(item -> paged.add(item.at("/metadata/name").asText()));
      more = page.at("/metadata/continue").asText();
    } while (!more.isEmpty());

    assertThat(paged).isEqualTo(whole);
  }

  @Test
  void watchesOnlyTheObjectsOfTheShard() throws Exception {
    ShardSelector half = ShardSelector.of(Field.UID, 0, 2);
    String version = json(server.get(MAPS)).at("/metadata/resourceVersion").asText();
    try (ApiWatch watch = server.watch(select(MAPS, half).with("resourceVersion", version))) {
      createMaps(server, 20);
      Set<String> expected = names(server.call(select(MAPS, half)));

      Set<String> seen = new TreeSet<>();
      while (seen.size() < expected.size()) {
        JsonNode added = Json.tree(TestingServer.next(watch).object());
        assertThat(half.test("default", added.at("/metadata/uid").asText())).isTrue();
        seen.add(added.at("/metadata/name").asText());
      }
      assertThat(seen).isEqualTo(expected);
    }
  }

  @Test
  void selectsByNamespace() {
    ShardSelector own =
        new ShardSelector(
            Field.NAMESPACE,
            List.of(
                new ShardSelector.Range(
                    ShardSelector.hash("default"), ShardSelector.hash("default"))));
    createMaps(server, 1);

    assertThat(names(server.call(select("/api/v1/configmaps", own)))).containsExactly("map-0");
  }

  @Test
  void rejectsAMalformedSelector() {
    ApiResponse response = server.call(request("GET", MAPS).with("shardSelector", "true"));

    assertThat(response.status()).isEqualTo(500);
    assertThat(json(response).path("message").asText())
        .isEqualTo(
            "invalid shard selector: unexpected expression true; expected shardRange() call or ||"
                + " operator");
  }

  @Test
  void ignoresTheSelectorWithoutTheFeatureGate() {
    var plain = new TestingServer();
    createMaps(plain, 5);

    ObjectNode list = json(plain.call(select(MAPS, ShardSelector.of(Field.UID, 0, 1 << 20))));

    assertThat(list.path("items")).hasSize(5);
    assertThat(list.at("/metadata/shardInfo").isMissingNode()).isTrue();
  }

  private static void createMaps(TestingServer server, int count) {
    for (int i = 0; i < count; i++) {
      ApiResponse created =
          server.post(
              MAPS, "{'apiVersion':'v1','kind':'ConfigMap','metadata':{'name':'map-" + i + "'}}");
      assertThat(created.status()).isEqualTo(201);
    }
  }

  private static ApiRequest select(String target, ShardSelector selector) {
    return request("GET", target).with("shardSelector", selector.toString());
  }

  private static Set<String> names(ApiResponse list) {
    Set<String> names = new TreeSet<>();
    json(list).path("items").forEach(item -> names.add(item.at("/metadata/name").asText()));
    return names;
  }
}
