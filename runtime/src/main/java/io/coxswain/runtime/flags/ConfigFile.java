package io.coxswain.runtime.flags;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.exc.UnrecognizedPropertyException;
import io.coxswain.api.Json;
import io.coxswain.env.Files;
import java.io.IOException;
import java.nio.file.Path;
import java.util.stream.Collectors;

/** Configuration in YAML or JSON, read strictly. */
public final class ConfigFile {
  private ConfigFile() {}

  /**
   * Reads a file into an object of the class.
   *
   * @throws FlagException if the file does not exist, is not YAML, or contains a field that the
   *     class does not declare
   */
  public static <T> T read(Files files, Path path, Class<T> type) throws FlagException {
    ObjectReader reader =
        Json.yamlMapper()
            .readerFor(type)
            .with(
                DeserializationFeature.FAIL_ON_UNKNOWN_PROPERTIES,
                DeserializationFeature.FAIL_ON_READING_DUP_TREE_KEY)
            .with(JsonParser.Feature.STRICT_DUPLICATE_DETECTION);
    try {
      return reader.readValue(files.read(path));
    } catch (UnrecognizedPropertyException e) {
      throw new FlagException(
          path + where(e) + ": strict decoding error: unknown field \"" + field(e) + "\"");
    } catch (JsonMappingException e) {
      throw new FlagException(path + where(e) + ": " + field(e) + ": " + e.getOriginalMessage());
    } catch (JsonProcessingException e) {
      throw new FlagException(path + where(e) + ": " + e.getOriginalMessage());
    } catch (IOException e) {
      throw new FlagException("config file " + path + " cannot be read: " + e.getMessage());
    }
  }

  private static String where(JsonProcessingException e) {
    return e.getLocation() == null ? "" : ":" + e.getLocation().getLineNr();
  }

  private static String field(JsonMappingException e) {
    return e.getPath().stream()
        .map(
            part ->
                part.getFieldName() == null
                    ? "[" + part.getIndex() + "]"
                    : "." + part.getFieldName())
        .collect(Collectors.joining())
        .replaceFirst("^\\.", "");
  }
}
