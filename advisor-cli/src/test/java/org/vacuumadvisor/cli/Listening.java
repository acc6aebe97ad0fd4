package org.vacuumadvisor.cli;

import java.io.ByteArrayOutputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;

/// Collects what is printed, and lets go when it hears a word.
public final class Listening extends OutputStream {
  private final String word;
  private final CountDownLatch heard;
  private final ByteArrayOutputStream all = new ByteArrayOutputStream();

  public Listening(String word, CountDownLatch heard) {
    this.word = word;
    this.heard = heard;
  }

  @Override
  public synchronized void write(int value) {
    all.write(value);
    if (value == '\n' && toString().contains(word)) {
      heard.countDown();
    }
  }

  @Override
  public synchronized String toString() {
    return all.toString(StandardCharsets.UTF_8);
  }
}
