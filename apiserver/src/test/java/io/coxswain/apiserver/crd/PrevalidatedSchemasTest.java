package io.coxswain.apiserver.crd;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.coxswain.api.Json;
import io.coxswain.api.bundle.Crds;
import io.coxswain.apiserver.ApiServer;
import io.coxswain.env.ApiRequest;
import io.coxswain.env.ApiResponse;
import io.coxswain.env.Env;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Nobody vouches for what would not pass. */
class PrevalidatedSchemasTest {
  private static final String PATH = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions/";

  @Test
  void allBuiltInCrdsAreValid() throws Exception {
    ApiServer server = ApiServer.create(Env.production());

    for (ObjectNode definition : Crds.all()) {
      assertThat(install(server, definition).status()).isEqualTo(201);
    }
  }

  @Test
  void skipsValidationOnlyForPrevalidatedSchemas() throws Exception {
    ApiServer server = ApiServer.create(Env.production());
    ObjectNode broken = withBrokenRule(Crds.training().getFirst(), "self.");
    ObjectNode other = withBrokenRule(Crds.training().getFirst(), "self.other.");

    PrevalidatedSchemas.during(
        List.of(broken),
        () -> {
          assertThat(install(server, other).status()).isEqualTo(422);
          assertThat(install(server, broken).status()).isEqualTo(201);
        });

    assertThat(install(server, other).status()).isEqualTo(422);
  }

  private static ObjectNode withBrokenRule(ObjectNode definition, String rule) {
    ObjectNode copy = definition.deepCopy();
    for (var version : copy.at("/spec/versions")) {
      ((ObjectNode) version.at("/schema/openAPIV3Schema"))
          .withArray("x-kubernetes-validations")
          .addObject()
          .put("rule", rule);
    }
    return copy;
  }

  private static ApiResponse install(ApiServer server, ObjectNode definition) throws Exception {
    return server
        .transport("admin", List.of("system:masters"))
        .call(
            ApiRequest.of("PATCH", PATH + definition.at("/metadata/name").asText())
                .with("fieldManager", "test")
                .body("application/apply-patch+yaml", Json.bytes(definition)));
  }
}
