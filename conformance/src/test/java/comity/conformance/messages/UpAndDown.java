package comity.conformance.messages;

/** Whether the hub can be reached now, for clients that wait until it can. */
final class UpAndDown {
  private boolean up;

  synchronized void up() {
    up = true;
    notifyAll();
  }

  synchronized void down() {
    up = false;
  }

  synchronized void awaitUp() throws InterruptedException {
    while (!up) {
      wait();
    }
  }
}
