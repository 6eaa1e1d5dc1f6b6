/* What the load generator and its three wires share. */
#ifndef LOAD_H
#define LOAD_H

#include <stddef.h>
#include <stdint.h>

/* A page of fifty 1 KB messages is about 80 KB; pages of a store are touched only when used. */
#define IN_CAPACITY (4u << 20)
/* A request is a 1 KB message and its frame. */
#define OUT_CAPACITY (64u << 10)
#define CONVERSATION_CAPACITY 300
#define FAULT_CAPACITY 240

struct options {
  const char *wire;          /* http, redis or nats */
  int port;                  /* on 127.0.0.1 */
  int connections;
  double ramp;               /* seconds of load before counting begins */
  double seconds;            /* seconds that count; the longest time when count is given */
  uint64_t count;            /* stop after this many requests; 0: by time */
  const char *method, *path; /* http */
  const char *first;         /* http: body that opens a conversation, {id} replaced */
  const char *next;          /* http: body that goes on, {conversation} replaced; may be NULL */
  const char *conversation;  /* http: the conversation every connection starts in */
  const char *expect;        /* http: what a good answer holds */
  const char *refuse;        /* http: what a good answer must not hold; may be NULL */
  uint64_t turns;            /* http: messages per conversation; 0: as many as are sent */
  const char *key;           /* redis: the stream; nats: the subject */
  const char *value;         /* redis, nats: the message */
};

struct connection {
  int fd;
  int number;
  uint64_t sent;
  uint64_t turn;             /* messages sent in the present conversation */
  int64_t sent_at;           /* ns; 0 when no answer is due */
  char conversation[CONVERSATION_CAPACITY];
  char *in;
  size_t in_length;
  char *out;
  size_t out_length;
};

enum answer { ANSWER_PARTIAL, ANSWER_GOOD, ANSWER_BAD, ANSWER_BROKEN };

/*
 * One protocol. `greet` runs once after connecting and may block. `compose` puts the next request
 * into `out`. `read` looks at `in`: when a whole answer is there it sets `used` to the bytes the
 * answer takes, and for a bad one says why in `fault`.
 */
struct wire {
  const char *name;
  void (*prepare)(const struct options *options);
  void (*greet)(struct connection *connection);
  void (*compose)(struct connection *connection);
  enum answer (*read)(struct connection *connection, size_t *used, char *fault);
};

extern const struct wire http_wire, redis_wire, nats_wire;

/* A message id that no other request of any run has: random prefix, connection, counter. */
#define ID_CAPACITY 64
void message_id(const struct connection *connection, char *id);

/* Writes all of it, waiting where the socket is full; ends the program if the peer is gone. */
void send_all(int fd, const char *bytes, size_t length);

/* Ends the program with a reason on standard error. */
void fail(const char *format, ...) __attribute__((noreturn, format(printf, 1, 2)));

/* The first `needle` in the `length` bytes at `text`, or NULL. */
const char *find(const char *text, size_t length, const char *needle);

#endif
