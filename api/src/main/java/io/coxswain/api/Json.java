package io.coxswain.api;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NumericNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.ValueNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import com.fasterxml.jackson.dataformat.yaml.util.StringQuotingChecker;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import io.coxswain.api.beans.DirectAccess;
import java.io.IOException;
import java.io.Serial;
import java.io.UncheckedIOException;
import java.math.BigInteger;
import org.jspecify.annotations.Nullable;

/** JSON and YAML, in the configuration that all modules share. */
public final class Json {
  private static final JsonFactory FACTORY =
      new JsonFactoryBuilder()
          .streamReadConstraints(StreamReadConstraints.builder().maxNestingDepth(1000).build())
          .build();

  /**
   * Creates the nodes of all trees. An integer always has the smallest node type that can hold it,
   * whether it was parsed, set or decoded, because nodes of different types are never equal. A
   * float is written as Go writes it.
   */
  public static final JsonNodeFactory NODES = new CanonicalNumbers();

  /** Omits nulls on writing; ignores unknown fields on reading. */
  public static final ObjectMapper MAPPER = configure(new ObjectMapper(FACTORY));

  private static final ObjectMapper YAML =
      configure(
          new ObjectMapper(
              YAMLFactory.builder()
                  .disable(YAMLGenerator.Feature.WRITE_DOC_START_MARKER)
                  .enable(YAMLGenerator.Feature.MINIMIZE_QUOTES)
                  .stringQuotingChecker(new QuoteNumbers())
                  .build()));

  /**
   * Also quotes strings that a parser could mistake for a number, in any YAML notation, or for a
   * time.
   */
  private static final class QuoteNumbers extends StringQuotingChecker.Default {
    @Override
    public boolean needToQuoteValue(String value) {
      return super.needToQuoteValue(value)
          || (!value.isEmpty() && "0123456789+-.".indexOf(value.charAt(0)) >= 0);
    }
  }

  private static final class CanonicalNumbers extends JsonNodeFactory {
    @Serial private static final long serialVersionUID = 1;

    @Override
    public NumericNode numberNode(double value) {
      return new GoFloatNode(value);
    }

    @Override
    public ValueNode numberNode(@Nullable Double value) {
      return value == null ? nullNode() : numberNode(value.doubleValue());
    }

    @Override
    public NumericNode numberNode(long value) {
      return (int) value == value ? numberNode((int) value) : super.numberNode(value);
    }

    @Override
    public ValueNode numberNode(@Nullable Long value) {
      return value == null ? nullNode() : numberNode(value.longValue());
    }

    @Override
    public ValueNode numberNode(@Nullable BigInteger value) {
      return value != null && value.bitLength() < Long.SIZE
          ? numberNode(value.longValue())
          : super.numberNode(value);
    }
  }

  private Json() {}

  private static ObjectMapper configure(ObjectMapper mapper) {
    return mapper
        .setNodeFactory(NODES)
        .registerModule(new JavaTimeModule())
        .registerModule(new DirectAccess())
        .disable(DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES)
        .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
        .setDefaultPropertyInclusion(JsonInclude.Include.NON_NULL);
  }

  public static byte[] bytes(Object value) {
    try {
      return MAPPER.writeValueAsBytes(value);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("cannot be written as JSON: " + e.getOriginalMessage(), e);
    }
  }

  /** Parses JSON that is known to be valid, such as a cache's own bytes. */
  public static <T> T read(byte[] json, Class<T> type) {
    try {
      return MAPPER.readValue(json, type);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Parses a JSON object that is known to be valid. */
  public static ObjectNode tree(byte[] json) {
    return read(json, ObjectNode.class);
  }

  public static ObjectNode tree(Object value) {
    return MAPPER.valueToTree(value);
  }

  public static <T> T convert(JsonNode tree, Class<T> type) {
    try {
      return MAPPER.treeToValue(tree, type);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(
          "not a " + type.getSimpleName() + ": " + e.getOriginalMessage(), e);
    }
  }

  /** A deep copy. */
  @SuppressWarnings("unchecked")
  public static <T> T copy(T value) {
    return (T) read(bytes(value), value.getClass());
  }

  public static String yaml(Object value) {
    try {
      return YAML.writeValueAsString(value);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("cannot be written as YAML: " + e.getOriginalMessage(), e);
    }
  }

  /** The mapper for YAML written by people. */
  public static ObjectMapper yamlMapper() {
    return YAML;
  }
}
