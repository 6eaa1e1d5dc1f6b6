package comity.store;

/** Waiting for a thread of ours to end, whoever interrupts. */
final class Waiting {
  private Waiting() {}

  /**
   * Files must not be closed under a thread that writes them, so an interrupt is kept for later.
   */
  static void forEnd(Thread thread) {
    boolean interrupted = false;
    while (thread.isAlive()) {
      try {
        thread.join();
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
