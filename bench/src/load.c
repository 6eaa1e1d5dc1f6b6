/*
 * A closed-loop load generator that costs little: one thread, one epoll, one request under way per
 * connection. It shares its cores with the server it measures, so it does nothing but copy a
 * prepared request, send it, and look for the end of the answer. Every answer is checked, every
 * latency is kept, and the result is one line of JSON on standard output.
 */
#define _GNU_SOURCE
#include "load.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

/* How long the last answers may take after the load has ended. */
#define LAST_ANSWERS_NS (10LL * 1000000000LL)
/* A system that fails this often is not worth waiting for. */
#define ERRORS_ENOUGH 100

static struct options options = {.method = "POST", .path = "/", .connections = 1, .turns = 1};
static const struct wire *wire;
static uint32_t prefix;

static struct connection *connections;
static uint32_t *latencies; /* in tenths of a microsecond */
static size_t latency_count, latency_capacity;
static uint64_t sent, answered, counted, errors;
static char first_fault[FAULT_CAPACITY];
static int64_t first_sent_at, counting_from, counting_until, last_answer_at;

void fail(const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  fputs("load: ", stderr);
  vfprintf(stderr, format, arguments);
  fputc('\n', stderr);
  va_end(arguments);
  exit(2);
}

static int64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (int64_t) time.tv_sec * 1000000000LL + time.tv_nsec;
}

void message_id(const struct connection *connection, char *id) {
  snprintf(id, ID_CAPACITY, "%08x-%04d-%012llu", prefix, connection->number,
      (unsigned long long) connection->sent);
}

const char *find(const char *text, size_t length, const char *needle) {
  return memmem(text, length, needle, strlen(needle));
}

void send_all(int fd, const char *bytes, size_t length) {
  while (length > 0) {
    ssize_t written = send(fd, bytes, length, MSG_NOSIGNAL);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) fail("cannot send: %s", strerror(errno));
    bytes += written;
    length -= (size_t) written;
  }
}

static void note_error(const char *fault) {
  if (errors++ == 0) snprintf(first_fault, sizeof first_fault, "%s", fault);
}

static void keep_latency(int64_t nanoseconds) {
  if (latency_count == latency_capacity) {
    latency_capacity = latency_capacity ? latency_capacity * 2 : 1 << 16;
    latencies = realloc(latencies, latency_capacity * sizeof *latencies);
    if (!latencies) fail("out of memory");
  }
  int64_t tenths = nanoseconds / 100;
  latencies[latency_count++] = tenths > UINT32_MAX ? UINT32_MAX : (uint32_t) tenths;
}

static int more_to_send(int64_t time) {
  if (errors >= ERRORS_ENOUGH || time >= counting_until) return 0;
  return options.count == 0 || sent < options.count;
}

static void send_next(struct connection *connection, int64_t time) {
  wire->compose(connection);
  connection->sent++;
  connection->turn++;
  sent++;
  connection->sent_at = time;
  send_all(connection->fd, connection->out, connection->out_length);
}

static void settle(struct connection *connection, enum answer answer, const char *fault) {
  int64_t time = now();
  int64_t since = connection->sent_at;
  connection->sent_at = 0;
  if (answer == ANSWER_GOOD) {
    answered++;
    last_answer_at = time;
    if (time >= counting_from && time < counting_until) counted++;
    /* By when it was sent: the slow answers, which come after the end, must not be left out. */
    if (since >= counting_from) keep_latency(time - since);
  } else {
    note_error(fault);
  }
  if (answer != ANSWER_BROKEN && more_to_send(time)) send_next(connection, now());
}

/* Reads what is there and settles the answer if it is whole; says whether the socket still lives. */
static int take(struct connection *connection) {
  char fault[FAULT_CAPACITY] = "";
  if (connection->in_length == IN_CAPACITY) fail("an answer of more than %u bytes", IN_CAPACITY);
  ssize_t got = recv(connection->fd, connection->in + connection->in_length,
      IN_CAPACITY - connection->in_length, MSG_DONTWAIT);
  if (got < 0 && (errno == EAGAIN || errno == EINTR)) return 1;
  if (got <= 0) {
    if (connection->sent_at) {
      settle(connection, ANSWER_BROKEN, got == 0 ? "the server closed the connection" : strerror(errno));
    }
    return 0;
  }
  connection->in_length += (size_t) got;
  for (;;) {
    size_t used = 0;
    enum answer answer = wire->read(connection, &used, fault);
    if (used > 0) {
      connection->in_length -= used;
      memmove(connection->in, connection->in + used, connection->in_length);
    }
    if (answer == ANSWER_PARTIAL) return 1;
    settle(connection, answer, fault);
    if (answer == ANSWER_BROKEN) return 0;
    if (connection->in_length == 0) return 1;
  }
}

static void open_connection(struct connection *connection, int number, int poll) {
  struct sockaddr_in address = {.sin_family = AF_INET, .sin_port = htons((uint16_t) options.port)};
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  connection->number = number;
  connection->in = malloc(IN_CAPACITY);
  connection->out = malloc(OUT_CAPACITY);
  if (!connection->in || !connection->out) fail("out of memory");
  if (options.conversation) {
    snprintf(connection->conversation, sizeof connection->conversation, "%s", options.conversation);
  }
  connection->fd = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
  if (connection->fd < 0) fail("cannot make a socket: %s", strerror(errno));
  if (connect(connection->fd, (struct sockaddr *) &address, sizeof address) != 0) {
    fail("cannot connect to port %d: %s", options.port, strerror(errno));
  }
  int one = 1;
  setsockopt(connection->fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
  if (wire->greet) wire->greet(connection);
  struct epoll_event event = {.events = EPOLLIN, .data.ptr = connection};
  if (epoll_ctl(poll, EPOLL_CTL_ADD, connection->fd, &event) != 0) fail("epoll: %s", strerror(errno));
}

static int answers_due(void) {
  int due = 0;
  for (int i = 0; i < options.connections; i++) due += connections[i].sent_at != 0;
  return due;
}

static void run(int poll) {
  first_sent_at = now();
  counting_from = first_sent_at + (int64_t) (options.ramp * 1e9);
  counting_until = counting_from + (int64_t) (options.seconds * 1e9);
  for (int i = 0; i < options.connections && more_to_send(now()); i++) {
    send_next(&connections[i], now());
  }
  struct epoll_event events[256];
  while (answers_due()) {
    int ready = epoll_wait(poll, events, 256, 100);
    if (ready < 0 && errno != EINTR) fail("epoll: %s", strerror(errno));
    for (int i = 0; i < ready; i++) {
      struct connection *connection = events[i].data.ptr;
      if (!take(connection)) epoll_ctl(poll, EPOLL_CTL_DEL, connection->fd, NULL);
    }
    if (now() > counting_until + LAST_ANSWERS_NS) {
      for (int due = answers_due(); due > 0; due--) note_error("no answer within 10 s of the end");
      return;
    }
  }
}

static int ascending(const void *a, const void *b) {
  uint32_t x = *(const uint32_t *) a, y = *(const uint32_t *) b;
  return (x > y) - (x < y);
}

/* The smallest latency that at least this share of the answers did not exceed, in ms. */
static double quantile(double share) {
  if (latency_count == 0) return 0;
  size_t rank = (size_t) (share * (double) latency_count + 0.999999);
  if (rank > 0) rank--;
  if (rank >= latency_count) rank = latency_count - 1;
  return latencies[rank] / 1e4;
}

static void print_text(const char *text) {
  putchar('"');
  for (const unsigned char *c = (const unsigned char *) text; *c; c++) {
    if (*c == '"' || *c == '\\') putchar('\\');
    putchar(*c < 0x20 || *c > 0x7e ? ' ' : *c);
  }
  putchar('"');
}

static void report(void) {
  struct rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  double processor = (double) (usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
      + (double) (usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1e6;
  double seconds = options.seconds;
  if (options.count || last_answer_at < counting_until) {
    seconds = (double) (last_answer_at - counting_from) / 1e9;
  }
  qsort(latencies, latency_count, sizeof *latencies, ascending);
  printf("{\"counted\": %llu, \"seconds\": %.6f, \"rate\": %.3f, \"p50_ms\": %.4f, \"p99_ms\": %.4f, "
      "\"max_ms\": %.4f, \"sent\": %llu, \"answered\": %llu, \"errors\": %llu, \"client_cpu_s\": %.4f, "
      "\"first_error\": ",
      (unsigned long long) counted, seconds, seconds > 0 ? (double) counted / seconds : 0,
      quantile(.5), quantile(.99), quantile(1), (unsigned long long) sent, (unsigned long long) answered,
      (unsigned long long) errors, processor);
  print_text(first_fault);
  printf("}\n");
}

static const char *file_text(const char *name) {
  FILE *file = fopen(name, "rb");
  char *text = calloc(1, OUT_CAPACITY);
  if (!file || !text) fail("cannot read %s: %s", name, strerror(errno));
  if (fread(text, 1, OUT_CAPACITY - 1024, file) == 0) fail("%s is empty", name);
  fclose(file);
  return text;
}

static void read_option(const char *name, const char *value) {
  struct { const char *name; const char **text; } texts[] = {
    {"--wire", &options.wire}, {"--method", &options.method}, {"--path", &options.path},
    {"--conversation", &options.conversation}, {"--expect", &options.expect},
    {"--refuse", &options.refuse}, {"--key", &options.key}};
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
    if (strcmp(name, texts[i].name) == 0) { *texts[i].text = value; return; }
  }
  if (strcmp(name, "--port") == 0) options.port = atoi(value);
  else if (strcmp(name, "--connections") == 0) options.connections = atoi(value);
  else if (strcmp(name, "--ramp") == 0) options.ramp = atof(value);
  else if (strcmp(name, "--seconds") == 0) options.seconds = atof(value);
  else if (strcmp(name, "--count") == 0) options.count = strtoull(value, NULL, 10);
  else if (strcmp(name, "--turns") == 0) options.turns = strtoull(value, NULL, 10);
  else if (strcmp(name, "--first") == 0) options.first = file_text(value);
  else if (strcmp(name, "--next") == 0) options.next = file_text(value);
  else if (strcmp(name, "--value") == 0) options.value = file_text(value);
  else fail("unknown option %s", name);
}

int main(int count, char **words) {
  if (count % 2 == 0) fail("options are pairs of a name and a value");
  for (int i = 1; i < count; i += 2) read_option(words[i], words[i + 1]);
  const struct wire *wires[] = {&http_wire, &redis_wire, &nats_wire};
  for (size_t i = 0; i < 3; i++) {
    if (options.wire && strcmp(options.wire, wires[i]->name) == 0) wire = wires[i];
  }
  if (!wire) fail("--wire is http, redis or nats");
  if (options.seconds <= 0 || options.connections < 1) fail("--seconds and --connections are needed");
  if (getrandom(&prefix, sizeof prefix, 0) != sizeof prefix) fail("no random bytes");
  wire->prepare(&options);
  connections = calloc((size_t) options.connections, sizeof *connections);
  if (!connections) fail("out of memory");
  int poll = epoll_create1(EPOLL_CLOEXEC);
  for (int i = 0; i < options.connections; i++) open_connection(&connections[i], i, poll);
  run(poll);
  report();
  return 0;
}
