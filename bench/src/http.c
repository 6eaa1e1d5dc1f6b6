/*
 * HTTP/1.1 with keep-alive, for Comity and the A2A server. The body is a template: `{id}` becomes a
 * message id that is unique, `{conversation}` the conversation that the connection keeps to.
 */
#define _GNU_SOURCE
#include "load.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#define PIECES 16
#define ID_MARK "{id}"
#define CONVERSATION_MARK "{conversation}"
#define CONVERSATION_FIELD "\"conversation_id\":\""

enum kind { LITERAL, ID, CONVERSATION };

struct piece {
  enum kind kind;
  const char *text;
  size_t length;
};

struct template {
  struct piece pieces[PIECES];
  int count;
};

static const struct options *options;
static struct template first, next;

static void add(struct template *template, enum kind kind, const char *text, size_t length) {
  if (template->count == PIECES) fail("a template of more than %d pieces", PIECES);
  template->pieces[template->count++] = (struct piece) {kind, text, length};
}

static void split(struct template *template, const char *text) {
  while (*text) {
    const char *id = strstr(text, ID_MARK);
    const char *conversation = strstr(text, CONVERSATION_MARK);
    const char *mark = !id || (conversation && conversation < id) ? conversation : id;
    size_t length = mark ? (size_t) (mark - text) : strlen(text);
    if (length > 0) add(template, LITERAL, text, length);
    if (!mark) return;
    add(template, mark == id ? ID : CONVERSATION, NULL, 0);
    text = mark + strlen(mark == id ? ID_MARK : CONVERSATION_MARK);
  }
}

static void prepare(const struct options *given) {
  options = given;
  if (!options->expect) fail("--expect is needed: an answer must be known to be good");
  if (options->first) split(&first, options->first);
  if (options->next) split(&next, options->next);
}

static void compose(struct connection *connection) {
  if (options->turns && connection->turn == options->turns) {
    connection->turn = 0;
    connection->conversation[0] = 0;
  }
  const struct template *template = options->next && connection->conversation[0] ? &next : &first;
  char id[ID_CAPACITY];
  message_id(connection, id);
  size_t lengths[] = {0, strlen(id), strlen(connection->conversation)};
  const char *texts[] = {NULL, id, connection->conversation};
  size_t length = 0;
  for (int i = 0; i < template->count; i++) {
    const struct piece *piece = &template->pieces[i];
    length += piece->kind == LITERAL ? piece->length : lengths[piece->kind];
  }
  int head = snprintf(connection->out, OUT_CAPACITY, "%s %s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\n",
      options->method, options->path, options->port);
  if (template->count > 0) {
    head += snprintf(connection->out + head, OUT_CAPACITY - (size_t) head,
        "Content-Type: application/json\r\nA2A-Version: 1.0\r\nContent-Length: %zu\r\n", length);
  }
  head += snprintf(connection->out + head, OUT_CAPACITY - (size_t) head, "\r\n");
  if ((size_t) head + length > OUT_CAPACITY) fail("a request of more than %u bytes", OUT_CAPACITY);
  char *to = connection->out + head;
  for (int i = 0; i < template->count; i++) {
    const struct piece *piece = &template->pieces[i];
    size_t size = piece->kind == LITERAL ? piece->length : lengths[piece->kind];
    memcpy(to, piece->kind == LITERAL ? piece->text : texts[piece->kind], size);
    to += size;
  }
  connection->out_length = (size_t) (to - connection->out);
}

/* The value of a header in the head of an answer, or NULL. */
static const char *header(const char *head, const char *end, const char *name) {
  size_t length = strlen(name);
  for (const char *line = head; line < end; line++) {
    if (strncasecmp(line, name, length) == 0 && line[length] == ':') {
      line += length + 1;
      while (*line == ' ') line++;
      return line;
    }
    line = memchr(line, '\n', (size_t) (end - line));
    if (!line) return NULL;
  }
  return NULL;
}

/*
 * Walks the chunks of a body. When `into` is given, joins them there. Returns the bytes they take on
 * the wire, or 0 while some are missing; `joined` is the length of the body.
 */
static size_t chunks(const char *body, size_t length, char *into, size_t *joined) {
  size_t at = 0;
  *joined = 0;
  for (;;) {
    if (!memchr(body + at, '\n', length - at)) return 0;
    char *after;
    size_t size = strtoul(body + at, &after, 16);
    const char *line = memchr(after, '\n', length - (size_t) (after - body));
    if (!line) return 0;
    at = (size_t) (line - body) + 1;
    if (at + size + 2 > length) return 0;
    if (into) memmove(into + *joined, body + at, size);
    *joined += size;
    at += size + 2;
    if (size == 0) return at;
  }
}

static void keep_conversation(struct connection *connection, const char *body, size_t length) {
  const char *from = find(body, length, CONVERSATION_FIELD);
  if (!from) return;
  from += strlen(CONVERSATION_FIELD);
  const char *to = memchr(from, '"', length - (size_t) (from - body));
  if (!to || (size_t) (to - from) >= CONVERSATION_CAPACITY) return;
  memcpy(connection->conversation, from, (size_t) (to - from));
  connection->conversation[to - from] = 0;
}

static enum answer judge(struct connection *connection, int status, const char *body, size_t length,
    char *fault) {
  const char *wrong = NULL;
  if (status != 200) wrong = "is not 200";
  else if (!find(body, length, options->expect)) wrong = "lacks what is expected";
  else if (options->refuse && find(body, length, options->refuse)) wrong = "holds a fault";
  if (wrong) {
    int shown = length > 150 ? 150 : (int) length;
    snprintf(fault, FAULT_CAPACITY, "HTTP %d %s: %.*s", status, wrong, shown, body);
    return ANSWER_BAD;
  }
  if (options->next && !connection->conversation[0]) keep_conversation(connection, body, length);
  return ANSWER_GOOD;
}

static enum answer read_answer(struct connection *connection, size_t *used, char *fault) {
  char *in = connection->in;
  const char *head_end = find(in, connection->in_length, "\r\n\r\n");
  if (!head_end) return ANSWER_PARTIAL;
  size_t head = (size_t) (head_end - in) + 4;
  char *body = in + head;
  size_t there = connection->in_length - head;
  int status = strncmp(in, "HTTP/1.1 ", 9) == 0 ? atoi(in + 9) : 0;
  const char *length_text = header(in, head_end, "content-length");
  size_t length = 0, taken = 0;
  if (length_text) {
    length = taken = strtoul(length_text, NULL, 10);
    if (there < length) return ANSWER_PARTIAL;
  } else if (header(in, head_end, "transfer-encoding")) {
    taken = chunks(body, there, NULL, &length);
    if (taken == 0) return ANSWER_PARTIAL;
    chunks(body, taken, body, &length);
  } else {
    snprintf(fault, FAULT_CAPACITY, "an answer without a length");
    return ANSWER_BROKEN;
  }
  *used = head + taken;
  return judge(connection, status, body, length, fault);
}

const struct wire http_wire = {"http", prepare, NULL, compose, read_answer};
