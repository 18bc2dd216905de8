package io.coxswain.conformance;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The file format of recordings. */
final class TranscriptTest {

  @Test
  void writesALineForEachRequestAndEachResponse(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("a.json");
    Files.writeString(
        file,
        """
        {"name": "a", "area": "core", "recordedFrom": "kube-apiserver v1", "controllers": false,
         "steps": [{"do": "settle", "seconds": 5.5},
          {"do": "request", "path": "/ä\\"", "expect": {"status": 200, "body": [1, null]}}],
         "cleanup": ["/x"]}
        """);

    Transcript.read(file, folder).write(file);

    assertThat(Files.readString(file))
        .isEqualTo(
            """
            {"name":"a","recordedFrom":"kube-apiserver v1","controllers":false,"steps":[
            {"do":"settle","seconds":5.5},
            {"do":"request","path":"/ä\\"",
             "expect":{"status":200,"body":[1,null]}}
            ],"cleanup":["/x"]}
            """);
  }

  @Test
  void everyRecordingIsWrittenThisWayAndNamedAfterItsFile() throws IOException {
    var others = new ArrayList<String>();
    for (String name : Recordings.below(Recordings.ROOT).toList()) {
      Path file = Recordings.ROOT.resolve(name);
      Transcript transcript = Transcript.read(file, Recordings.ROOT);
      if (!transcript.json().equals(Files.readString(file))
          || !file.endsWith(transcript.name() + ".json")) {
        others.add(name);
      }
    }
    assertThat(others).isEmpty();
  }
}
