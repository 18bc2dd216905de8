package io.coxswain.kube.trustbundle;

import static org.assertj.core.api.Assertions.assertThat;

import io.coxswain.kube.trustbundle.TrustBundlePlan.Correct;
import io.coxswain.kube.trustbundle.TrustBundlePlan.Create;
import io.coxswain.kube.trustbundle.TrustBundlePlan.Delete;
import io.fabric8.kubernetes.api.model.certificates.v1beta1.ClusterTrustBundle;
import io.fabric8.kubernetes.api.model.certificates.v1beta1.ClusterTrustBundleBuilder;
import java.util.List;
import org.junit.jupiter.api.Test;

class TrustBundlePlanTest {
  private static final String SIGNER = "example.com/ca";
  private static final String NAME = "example.com:ca:2d711642b726b04401627ca9";

  private static ClusterTrustBundle bundle(String name, String signer, String certificates) {
    return new ClusterTrustBundleBuilder()
        .withNewMetadata()
        .withName(name)
        .endMetadata()
        .withNewSpec()
        .withSignerName(signer)
        .withTrustBundle(certificates)
        .endSpec()
        .build();
  }

  private static List<TrustBundlePlan> plan(ClusterTrustBundle... bundles) {
    return TrustBundlePlan.of(SIGNER, "x", List.of(bundles));
  }

  @Test
  void theNameHasAHashOfTheCertificates() {
    assertThat(TrustBundlePlan.name(SIGNER, "x")).isEqualTo(NAME);
  }

  @Test
  void createsTheBundleBeforeItDeletesOlderOnes() {
    ClusterTrustBundle older = bundle("example.com:ca:00", SIGNER, "y");

    assertThat(plan(older, bundle("other", "example.com/other", "y")))
        .containsExactly(new Create(bundle(NAME, SIGNER, "x")), new Delete(older));
  }

  @Test
  void correctsABundleWithOtherCertificates() {
    ClusterTrustBundle wrong = bundle(NAME, SIGNER, "y");

    assertThat(plan(wrong)).containsExactly(new Correct(wrong, "x"));
    assertThat(plan(bundle(NAME, SIGNER, "x"))).isEmpty();
  }

  @Test
  void aBundleThatIsBeingDeletedIsLeft() {
    ClusterTrustBundle older = bundle("example.com:ca:00", SIGNER, "y");
    older.getMetadata().setDeletionTimestamp("2026-01-01T00:00:00Z");

    assertThat(plan(bundle(NAME, SIGNER, "x"), older)).isEmpty();
  }
}
