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

/**
 * How objects are cached. Where several places say something, the closest counts: the namespace of
 * the kind, the kind, the namespace, everything.
 */
public final class CacheOptions {
  private final CacheScope scope = new CacheScope();
  private final TreeMap<String, CacheScope> namespaces = new TreeMap<>();
  private final TreeMap<ResourceType, KindOptions> kinds = new TreeMap<>();
  boolean onlyWatched;
  boolean detectChanges;
  @Nullable Supplier<Duration> resync;
  int shared;

  /** What holds for all kinds that say nothing themselves. */
  @CanIgnoreReturnValue
  public CacheOptions scope(Consumer<CacheScope> how) {
    how.accept(scope);
    return this;
  }

  /** Only objects in these namespaces, of kinds that say nothing themselves. */
  @CanIgnoreReturnValue
  public CacheOptions namespaces(String... names) {
    for (String name : names) {
      namespace(name, s -> {});
    }
    return this;
  }

  /** As {@link #namespaces}; the empty name stands for all that are not named. */
  @CanIgnoreReturnValue
  public CacheOptions namespace(String name, Consumer<CacheScope> how) {
    how.accept(namespaces.computeIfAbsent(name, n -> new CacheScope()));
    return this;
  }

  /** How one kind is cached. */
  @CanIgnoreReturnValue
  public CacheOptions kind(Class<? extends HasMetadata> type, Consumer<KindOptions> how) {
    ResourceType resource = ResourceType.of(type);
    KindOptions options = kinds.computeIfAbsent(resource, t -> new KindOptions());
    how.accept(options);
    if (!resource.namespaced() && options.namespaces != null && !options.namespaces.isEmpty()) {
      throw new IllegalArgumentException(
          "type " + resource + " is not namespaced, but its cache has namespaces");
    }
    return this;
  }

  /** After which time everything is looked at again; asked each time. About 10 h unless said. */
  @CanIgnoreReturnValue
  public CacheOptions resync(Supplier<Duration> period) {
    this.resync = period;
    return this;
  }

  /** Refuses to read kinds that nobody watches, rather than begin to watch them. */
  @CanIgnoreReturnValue
  public CacheOptions onlyWatchedKinds() {
    onlyWatched = true;
    return this;
  }

  /**
   * Keeps the objects that were decoded last, so many of each kind, and gives the same to all
   * readers, who must not change them. Without it each reader decodes a copy of its own.
   */
  @CanIgnoreReturnValue
  public CacheOptions shareRecent(int perKind) {
    shared = perKind;
    return this;
  }

  /** For tests: finds readers that change objects they share with others. */
  @CanIgnoreReturnValue
  public CacheOptions detectChanges() {
    detectChanges = true;
    return this;
  }

  KindOptions kind(ResourceType type) {
    KindOptions options = kinds.get(type);
    return options == null ? new KindOptions() : options;
  }

  /** What to watch of a kind: one selection for each watch. */
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
