package io.coxswain.runtime.cache;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.coxswain.api.LabelSelector;
import io.coxswain.api.ResourceType;
import io.fabric8.kubernetes.api.model.HasMetadata;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Cache settings. The most specific setting wins: kind and namespace, kind, namespace, global. */
public final class CacheOptions {
  private final CacheScope scope = new CacheScope();
  private final TreeMap<String, CacheScope> namespaces = new TreeMap<>();
  private final TreeMap<ResourceType, KindOptions> kinds = new TreeMap<>();
  boolean onlyWatched;
  boolean detectChanges;
  @Nullable Supplier<Duration> resync;
  int shared;

  /** Settings for all kinds without their own. */
  @CanIgnoreReturnValue
  public CacheOptions scope(Consumer<CacheScope> settings) {
    settings.accept(scope);
    return this;
  }

  /** Restricts kinds without their own settings to these namespaces. */
  @CanIgnoreReturnValue
  public CacheOptions namespaces(String... names) {
    for (String name : names) {
      namespace(name, s -> {});
    }
    return this;
  }

  /**
   * As {@link #namespaces} with settings per namespace; the empty name stands for all other
   * namespaces.
   */
  @CanIgnoreReturnValue
  public CacheOptions namespace(String name, Consumer<CacheScope> settings) {
    settings.accept(namespaces.computeIfAbsent(name, n -> new CacheScope()));
    return this;
  }

  /** Settings of one kind. */
  @CanIgnoreReturnValue
  public CacheOptions kind(Class<? extends HasMetadata> type, Consumer<KindOptions> settings) {
    ResourceType resource = ResourceType.of(type);
    KindOptions options = kinds.computeIfAbsent(resource, t -> new KindOptions());
    settings.accept(options);
    if (!resource.namespaced() && options.namespaces != null && !options.namespaces.isEmpty()) {
      throw new IllegalArgumentException(
          "type " + resource + " is not namespaced, but its cache has namespaces");
    }
    return this;
  }

  /** The resync period; the supplier is called before each resync. About 10 h by default. */
  @CanIgnoreReturnValue
  public CacheOptions resync(Supplier<Duration> period) {
    this.resync = period;
    return this;
  }

  /** Rejects reads of kinds that are not watched, instead of starting a watch. */
  @CanIgnoreReturnValue
  public CacheOptions onlyWatchedKinds() {
    onlyWatched = true;
    return this;
  }

  /**
   * Shares decoded objects: keeps up to this many recently decoded objects per kind and returns the
   * same instances to all readers, which must not modify them. By default each reader decodes its
   * own copy.
   */
  @CanIgnoreReturnValue
  public CacheOptions shareRecent(int perKind) {
    shared = perKind;
    return this;
  }

  /** Detects readers that modify shared objects; for tests. */
  @CanIgnoreReturnValue
  public CacheOptions detectChanges() {
    detectChanges = true;
    return this;
  }

  KindOptions kind(ResourceType type) {
    KindOptions options = kinds.get(type);
    return options == null ? new KindOptions() : options;
  }

  /** The selections to watch for a kind, one watch each. */
  List<Selection> selections(ResourceType type) {
    KindOptions kind = kind(type);
    Map<String, CacheScope> chosen =
        !type.namespaced() ? Map.of() : kind.namespaces == null ? namespaces : kind.namespaces;
    if (chosen.isEmpty()) {
      return List.of(selection("", new TreeSet<>(), null, kind.scope, null));
    }
    var selections = new ArrayList<Selection>();
    for (String name : new TreeSet<>(chosen.keySet())) {
      var except = new TreeSet<String>();
      if (name.isEmpty()) {
        except.addAll(chosen.keySet());
        except.remove("");
      }
      selections.add(
          selection(
              name,
              except,
              kind.namespaces == null ? null : kind.namespaces.get(name),
              kind.scope,
              namespaces.get(name)));
    }
    return selections;
  }

  private Selection selection(
      String namespace,
      SortedSet<String> except,
      @Nullable CacheScope ofKindHere,
      CacheScope ofKind,
      @Nullable CacheScope here) {
    LabelSelector labels = first(s -> s.labels, ofKindHere, ofKind, here);
    String fields = first(s -> s.fields, ofKindHere, ofKind, here);
    return new Selection(
        namespace,
        except,
        labels == null ? LabelSelector.everything() : labels,
        fields == null ? "" : fields,
        first(s -> s.transform, ofKindHere, ofKind, here));
  }

  private <T> @Nullable T first(
      Function<CacheScope, @Nullable T> setting, @Nullable CacheScope... closestFirst) {
    for (CacheScope each : closestFirst) {
      T value = each == null ? null : setting.apply(each);
      if (value != null) {
        return value;
      }
    }
    return setting.apply(scope);
  }
}
