package io.coxswain.fabric8;

import io.coxswain.env.Bell;
import io.coxswain.env.CancelledException;
import io.fabric8.kubernetes.client.http.AsyncBody;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;

/** A body whose reader receives one chunk per request. */
final class PulledBody implements AsyncBody {
  private final Pieces pieces;
  private final AsyncBody.Consumer<List<ByteBuffer>> reader;
  private final Bell bell;
  private final AtomicLong asked = new AtomicLong();
  private final CompletableFuture<Void> done = new CompletableFuture<>();

  PulledBody(Pieces pieces, AsyncBody.Consumer<List<ByteBuffer>> reader, Bell bell) {
    this.pieces = pieces;
    this.reader = reader;
    this.bell = bell;
  }

  /** Delivers the requested chunks until the end; runs in the request's own task. */
  void run() throws CancelledException {
    try (pieces) {
      while (!done.isDone()) {
        long seen = bell.rings();
        if (asked.get() == 0) {
          bell.await(seen);
          continue;
        }
        byte[] piece = pieces.next();
        if (piece == null) {
          done.complete(null);
          return;
        }
        asked.decrementAndGet();
        reader.consume(List.of(ByteBuffer.wrap(piece).asReadOnlyBuffer()), this);
      }
    } catch (CancelledException e) {
      done.completeExceptionally(new CancellationException("the client was closed"));
      throw e;
    } catch (Exception e) {
      done.completeExceptionally(e);
    }
  }

  @Override
  public void consume() {
    asked.incrementAndGet();
    bell.ring();
  }

  @Override
  public CompletableFuture<Void> done() {
    return done;
  }

  @Override
  public void cancel() {
    done.cancel(false);
    pieces.close();
    bell.ring();
  }
}
