/*
 * What the disk can do: one thread writes 1 KB and calls fdatasync, again and again. `append` lets
 * the file grow, so each flush also writes its new size; `overwrite` goes round a file that was
 * written before. The result is one line of JSON on standard output.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define BLOCK 1024
/* Larger than what a few seconds of flushes overwrite, small enough to be written in a moment. */
#define PREWRITTEN (64u << 20)

static uint32_t *latencies; /* in tenths of a microsecond */
static size_t count, capacity;

static void check(int good, const char *what) {
  if (good) return;
  fprintf(stderr, "flush: cannot %s: %s\n", what, strerror(errno));
  exit(2);
}

static int64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (int64_t) time.tv_sec * 1000000000LL + time.tv_nsec;
}

static int ascending(const void *a, const void *b) {
  uint32_t x = *(const uint32_t *) a, y = *(const uint32_t *) b;
  return (x > y) - (x < y);
}

static double quantile(double share) {
  size_t rank = (size_t) (share * (double) count + 0.999999);
  if (rank > 0) rank--;
  return latencies[rank >= count ? count - 1 : rank] / 1e4;
}

static void keep(int64_t nanoseconds) {
  if (count == capacity) {
    capacity = capacity ? capacity * 2 : 1 << 12;
    latencies = realloc(latencies, capacity * sizeof *latencies);
    check(latencies != NULL, "get memory");
  }
  latencies[count++] = (uint32_t) (nanoseconds / 100);
}

int main(int words, char **word) {
  if (words != 4) {
    fputs("usage: flush append|overwrite FILE SECONDS\n", stderr);
    return 2;
  }
  int overwrite = strcmp(word[1], "overwrite") == 0;
  int file = open(word[2], O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
  check(file >= 0, "open the file");
  static char block[BLOCK], large[1 << 20];
  memset(block, 'x', sizeof block);
  memset(large, 'y', sizeof large);
  for (size_t at = 0; overwrite && at < PREWRITTEN; at += sizeof large) {
    check(pwrite(file, large, sizeof large, (off_t) at) == sizeof large, "write");
  }
  check(fsync(file) == 0, "flush");
  int64_t from = now(), until = from + (int64_t) (atof(word[3]) * 1e9), time = from;
  for (off_t at = 0; time < until || count == 0; at += BLOCK) {
    if (overwrite && at == PREWRITTEN) at = 0;
    int64_t started = time;
    check(pwrite(file, block, BLOCK, at) == BLOCK, "write");
    check(fdatasync(file) == 0, "flush");
    time = now();
    keep(time - started);
  }
  qsort(latencies, count, sizeof *latencies, ascending);
  double seconds = (double) (time - from) / 1e9;
  printf("{\"counted\": %zu, \"seconds\": %.6f, \"rate\": %.3f, \"p50_ms\": %.4f, \"p99_ms\": %.4f, "
      "\"max_ms\": %.4f, \"sent\": %zu, \"answered\": %zu, \"errors\": 0, \"first_error\": \"\"}\n",
      count, seconds, (double) count / seconds, quantile(.5), quantile(.99), quantile(1), count, count);
  unlink(word[2]);
  return 0;
}
