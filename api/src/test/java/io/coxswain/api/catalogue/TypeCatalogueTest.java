package io.coxswain.api.catalogue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class TypeCatalogueTest {
  /** Types that stand for one JSON value. */
  private static final Set<String> VALUES =
      Set.of(
          "resource.Quantity",
          "intstr.IntOrString",
          "meta.v1.Time",
          "meta.v1.MicroTime",
          "meta.v1.FieldsV1",
          "runtime.RawExtension",
          "apiextensions.v1.JSON",
          "apiextensions.v1.JSONSchemaPropsOrArray",
          "apiextensions.v1.JSONSchemaPropsOrBool",
          "apiextensions.v1.JSONSchemaPropsOrStringArray");

  @Test
  void readsEveryFactOfAField() {
    TypeField ports = field("core.v1.Container", "ports");
    TypeField protocol = field("core.v1.ContainerPort", "protocol");
    TypeField tty = field("core.v1.Container", "tty");
    TypeField sideEffects = field("admissionregistration.v1.MutatingWebhook", "sideEffects");

    assertThat(ports.type())
        .isEqualTo(new TypeRef.ListOf(new TypeRef.Struct("core.v1.ContainerPort")));
    assertThat(ports.merge())
        .isEqualTo(
            new TypeField.Merge(
                "map", List.of("containerPort", "protocol"), "merge", "containerPort"));
    assertThat(protocol)
        .isEqualTo(
            new TypeField(
                "protocol",
                "",
                new TypeRef.Named("core.v1.Protocol", new TypeRef.Scalar("string")),
                false,
                false,
                false,
                4,
                TypeField.Merge.UNDECLARED,
                "\"TCP\""));
    assertThat(tty.goName()).isEqualTo("TTY");
    assertThat(protocol.goName()).isEqualTo("Protocol");
    assertThat(sideEffects.pointer() && sideEffects.required() && sideEffects.written()).isTrue();
  }

  @Test
  void putsTheFieldsOfEmbeddedStructsInTheirPlace() {
    CatalogueType rule = TypeCatalogue.named("admissionregistration.v1.NamedRuleWithOperations");

    assertThat(rule.flatFields().stream().map(TypeField::json))
        .containsExactly(
            "resourceNames", "operations", "apiGroups", "apiVersions", "resources", "scope");
  }

  @Test
  void derivesTheListOfAKind() {
    CatalogueType list = TypeCatalogue.named("core.v1.PodList");

    assertThat(TypeCatalogue.kinds()).containsEntry("v1 PodList", "core.v1.PodList");
    assertThat(list.flatFields().stream().map(TypeField::json))
        .containsExactly("kind", "apiVersion", "metadata", "items");
  }

  @Test
  void hasInternalTypesOnlyWhereTheyDifferFromThePublishedOnes() {
    assertThat(TypeCatalogue.find("core.PodSpec")).isNotNull();
    assertThat(TypeCatalogue.find("core.Container")).isNull();
  }

  @Test
  void hasEveryTypeThatAFieldRefersTo() {
    for (String name : TypeCatalogue.names()) {
      CatalogueType type = TypeCatalogue.named(name);
      for (TypeField field : type.fields()) {
        String struct = structOf(field.type());
        assertThat(
                struct.isEmpty()
                    || type.internal()
                    || VALUES.contains(struct)
                    || TypeCatalogue.find(struct) != null)
            .as(name + " " + field)
            .isTrue();
      }
    }
  }

  @Test
  void givesEveryFieldOfAMessageANumberOfItsOwn() {
    for (String name : TypeCatalogue.names()) {
      var numbers = new HashSet<Integer>();
      for (TypeField field : TypeCatalogue.named(name).fields()) {
        assertThat(field.number() == 0 || numbers.add(field.number()))
            .as(name + " " + field)
            .isTrue();
      }
    }
  }

  @Test
  void namesATypeThatDoesNotExist() {
    assertThatThrownBy(() -> TypeCatalogue.named("core.v1.Pood"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("no such built-in type: core.v1.Pood");
  }

  private static TypeField field(String type, String json) {
    return TypeCatalogue.named(type).flatFields().stream()
        .filter(field -> field.json().equals(json))
        .findFirst()
        .orElseThrow();
  }

  private static String structOf(TypeRef type) {
    return switch (type.unnamed()) {
      case TypeRef.ListOf(TypeRef items) -> structOf(items);
      case TypeRef.MapOf(TypeRef values) -> structOf(values);
      case TypeRef.Struct(String name) -> name;
      case TypeRef.Scalar _, TypeRef.Named _ -> "";
    };
  }
}
