/* Redis: one XADD of one field that holds the message; a good answer is the id of the entry. */
#include "load.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char request[OUT_CAPACITY];
static size_t request_length;

static void prepare(const struct options *options) {
  if (!options->key || !options->value) fail("--key and --value are needed");
  request_length = (size_t) snprintf(request, sizeof request,
      "*5\r\n$4\r\nXADD\r\n$%zu\r\n%s\r\n$1\r\n*\r\n$7\r\ncontent\r\n$%zu\r\n%s\r\n",
      strlen(options->key), options->key, strlen(options->value), options->value);
}

static void compose(struct connection *connection) {
  memcpy(connection->out, request, request_length);
  connection->out_length = request_length;
}

static enum answer read_answer(struct connection *connection, size_t *used, char *fault) {
  char *in = connection->in;
  const char *line = find(in, connection->in_length, "\r\n");
  if (!line) return ANSWER_PARTIAL;
  size_t head = (size_t) (line - in) + 2;
  if (in[0] == '$' && in[1] != '-') {
    size_t length = strtoul(in + 1, NULL, 10);
    if (connection->in_length < head + length + 2) return ANSWER_PARTIAL;
    *used = head + length + 2;
    return ANSWER_GOOD;
  }
  snprintf(fault, FAULT_CAPACITY, "%.*s", (int) (head - 2 > 200 ? 200 : head - 2), in);
  *used = head;
  return ANSWER_BAD;
}

const struct wire redis_wire = {"redis", prepare, NULL, compose, read_answer};
