package io.coxswain.kube.host;

import io.coxswain.env.Bell;
import io.coxswain.env.CancelledException;
import io.coxswain.env.Task;
import io.coxswain.env.Tasks;
import java.util.ArrayList;
import java.util.List;

/** Notes which tasks a program started. */
final class ObservedTasks {
  final List<String> names = new ArrayList<>();

  Tasks around(Tasks tasks) {
    return new Tasks() {
      @Override
      public Task spawn(String name, Body body) {
        names.add(name);
        return tasks.spawn(name, body);
      }

      @Override
      public Bell newBell() {
        return tasks.newBell();
      }

      @Override
      public void pause() throws CancelledException {
        tasks.pause();
      }

      @Override
      public void checkCancelled() throws CancelledException {
        tasks.checkCancelled();
      }
    };
  }
}
