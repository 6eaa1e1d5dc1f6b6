/*
 * NATS: a publish with a reply inbox; a good answer is JetStream's acknowledgement, which names the
 * sequence the message got in the stream.
 */
#include "load.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

static const struct options *options;

static void prepare(const struct options *given) {
  options = given;
  if (!options->key || !options->value) fail("--key and --value are needed");
}

static void greet(struct connection *connection) {
  char text[256];
  int length = snprintf(text, sizeof text,
      "CONNECT {\"verbose\":false,\"pedantic\":false,\"name\":\"bench\",\"lang\":\"c\",\"version\":\"1\","
      "\"protocol\":1}\r\nSUB _INBOX.bench.%d 1\r\nPING\r\n", connection->number);
  send_all(connection->fd, text, (size_t) length);
  while (!find(connection->in, connection->in_length, "PONG\r\n")) {
    ssize_t got = recv(connection->fd, connection->in + connection->in_length,
        IN_CAPACITY - connection->in_length, 0);
    if (got <= 0) fail("the NATS server closed the connection");
    connection->in_length += (size_t) got;
  }
  connection->in_length = 0;
}

static void compose(struct connection *connection) {
  int length = snprintf(connection->out, OUT_CAPACITY, "PUB %s _INBOX.bench.%d %zu\r\n%s\r\n",
      options->key, connection->number, strlen(options->value), options->value);
  connection->out_length = (size_t) length;
}

static enum answer acknowledgement(const char *payload, size_t length, char *fault) {
  if (find(payload, length, "\"seq\":") && !find(payload, length, "\"error\"")) return ANSWER_GOOD;
  snprintf(fault, FAULT_CAPACITY, "%.*s", (int) (length > 200 ? 200 : length), payload);
  return ANSWER_BAD;
}

static enum answer read_answer(struct connection *connection, size_t *used, char *fault) {
  char *in = connection->in;
  for (;;) {
    char *from = in + *used;
    size_t there = connection->in_length - *used;
    const char *line = find(from, there, "\r\n");
    if (!line) return ANSWER_PARTIAL;
    size_t head = (size_t) (line - from) + 2;
    if (strncmp(from, "MSG ", 4) == 0) {
      const char *last = line;
      while (last[-1] != ' ') last--;
      size_t length = strtoul(last, NULL, 10);
      if (there < head + length + 2) return ANSWER_PARTIAL;
      *used += head + length + 2;
      return acknowledgement(from + head, length, fault);
    }
    *used += head;
    if (strncmp(from, "PING", 4) == 0) {
      send_all(connection->fd, "PONG\r\n", 6);
    } else if (strncmp(from, "-ERR", 4) == 0) {
      snprintf(fault, FAULT_CAPACITY, "%.*s", (int) (head - 2 > 200 ? 200 : head - 2), from);
      return ANSWER_BROKEN;
    }
  }
}

const struct wire nats_wire = {"nats", prepare, greet, compose, read_answer};
