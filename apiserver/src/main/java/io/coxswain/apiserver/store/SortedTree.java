package io.coxswain.apiserver.store;

import java.util.ArrayDeque;
import java.util.Iterator;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/**
 * An immutable sorted map. An update returns a new map that shares all but O(log n) nodes with the
 * old one, which makes a snapshot per revision affordable. Balanced as an AVL tree.
 */
public final class SortedTree<K extends Comparable<K>, V> {
  private final @Nullable Node<K, V> root;
  private final int size;

  private SortedTree(@Nullable Node<K, V> root, int size) {
    this.root = root;
    this.size = size;
  }

  public static <K extends Comparable<K>, V> SortedTree<K, V> empty() {
    return new SortedTree<>(null, 0);
  }

  public int size() {
    return size;
  }

  public @Nullable V get(K key) {
    Node<K, V> node = root;
    while (node != null) {
      int order = key.compareTo(node.key);
      if (order == 0) {
        return node.value;
      }
      node = order < 0 ? node.left : node.right;
    }
    return null;
  }

  public SortedTree<K, V> with(K key, V value) {
    return new SortedTree<>(put(root, key, value), get(key) == null ? size + 1 : size);
  }

  public SortedTree<K, V> without(K key) {
    return get(key) == null ? this : new SortedTree<>(remove(root, key), size - 1);
  }

  /** The values in the order of their keys. */
  public Iterable<V> values() {
    return () -> new Ascending<>(root, null);
  }

  /** The keys in their order. */
  public Iterable<K> keys() {
    return () -> {
      var nodes = new Ascending<>(root, null);
      return new Iterator<>() {
        @Override
        public boolean hasNext() {
          return nodes.hasNext();
        }

        @Override
        public K next() {
          return nodes.nextNode().key;
        }
      };
    };
  }

  /** The values of keys at or after the given one. */
  public Iterable<V> valuesFrom(K start) {
    return () -> new Ascending<>(root, start);
  }

  private static <K extends Comparable<K>, V> Node<K, V> put(
      @Nullable Node<K, V> node, K key, V value) {
    if (node == null) {
      return new Node<>(key, value, null, null);
    }
    int order = key.compareTo(node.key);
    if (order == 0) {
      return new Node<>(key, value, node.left, node.right);
    }
    return order < 0
        ? balanced(node, put(node.left, key, value), node.right)
        : balanced(node, node.left, put(node.right, key, value));
  }

  private static <K extends Comparable<K>, V> @Nullable Node<K, V> remove(
      @Nullable Node<K, V> node, K key) {
    if (node == null) {
      return null;
    }
    int order = key.compareTo(node.key);
    if (order < 0) {
      return balanced(node, remove(node.left, key), node.right);
    }
    if (order > 0) {
      return balanced(node, node.left, remove(node.right, key));
    }
    if (node.left == null) {
      return node.right;
    }
    if (node.right == null) {
      return node.left;
    }
    Node<K, V> successor = node.right;
    while (successor.left != null) {
      successor = successor.left;
    }
    return balanced(successor, node.left, remove(node.right, successor.key));
  }

  /** The entry of {@code at} over the given children, rotated if their heights differ too much. */
  private static <K extends Comparable<K>, V> Node<K, V> balanced(
      Node<K, V> at, @Nullable Node<K, V> left, @Nullable Node<K, V> right) {
    int lean = height(left) - height(right);
    if (lean > 1 && left != null) {
      if (height(left.left) >= height(left.right)) {
        return left.over(left.left, at.over(left.right, right));
      }
      Node<K, V> middle = left.right;
      if (middle != null) {
        return middle.over(left.over(left.left, middle.left), at.over(middle.right, right));
      }
    }
    if (lean < -1 && right != null) {
      if (height(right.right) >= height(right.left)) {
        return right.over(at.over(left, right.left), right.right);
      }
      Node<K, V> middle = right.left;
      if (middle != null) {
        return middle.over(at.over(left, middle.left), right.over(middle.right, right.right));
      }
    }
    return at.over(left, right);
  }

  private static int height(@Nullable Node<?, ?> node) {
    return node == null ? 0 : node.height;
  }

  private static final class Node<K, V> {
    final K key;
    final V value;
    final @Nullable Node<K, V> left;
    final @Nullable Node<K, V> right;
    final int height;

    Node(K key, V value, @Nullable Node<K, V> left, @Nullable Node<K, V> right) {
      this.key = key;
      this.value = value;
      this.left = left;
      this.right = right;
      this.height = 1 + Math.max(left == null ? 0 : left.height, right == null ? 0 : right.height);
    }

    Node<K, V> over(@Nullable Node<K, V> newLeft, @Nullable Node<K, V> newRight) {
      return newLeft == left && newRight == right
          ? this
          : new Node<>(key, value, newLeft, newRight);
    }
  }

  private static final class Ascending<K extends Comparable<K>, V> implements Iterator<V> {
    private final ArrayDeque<Node<K, V>> path = new ArrayDeque<>();

    Ascending(@Nullable Node<K, V> root, @Nullable K start) {
      Node<K, V> node = root;
      while (node != null) {
        if (start == null || start.compareTo(node.key) <= 0) {
          path.push(node);
          node = node.left;
        } else {
          node = node.right;
        }
      }
    }

    @Override
    public boolean hasNext() {
      return !path.isEmpty();
    }

    @Override
    public V next() {
      return nextNode().value;
    }

    Node<K, V> nextNode() {
      if (path.isEmpty()) {
        throw new NoSuchElementException();
      }
      Node<K, V> here = path.pop();
      for (Node<K, V> node = here.right; node != null; node = node.left) {
        path.push(node);
      }
      return here;
    }
  }
}
