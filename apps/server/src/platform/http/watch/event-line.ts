import { PassThrough } from 'node:stream';
import type { FastifyReply } from 'fastify';

/** Event streams open at a time; the main cost of each is a socket. */
export const EVENT_LINES = { most: 500, mostOfNetwork: 50 };
/** Interval of keep-alive messages: browsers and proxies close idle streams. */
const BEAT_MS = 15_000;
/** A stream open this long is closed; the browser reconnects without losing events. */
const LONGEST_MS = 10 * 60_000;

/** One open event stream; writes after its end are discarded. */
export class EventLine {
  readonly stream = new PassThrough();
  readonly #closing = new AbortController();
  #id = 0;

  constructor() {
    const beat = setInterval(() => this.#write(':\n\n'), BEAT_MS);
    const longest = setTimeout(() => this.end(), LONGEST_MS);
    this.stream.once('close', () => {
      clearInterval(beat);
      clearTimeout(longest);
      this.#closing.abort();
    });
    // The client has disconnected: there is no one to report the error to.
    this.stream.on('error', () => this.stream.destroy());
    this.#write('retry: 1000\n\n');
  }

  /** Aborted when either side has closed the stream. */
  get signal(): AbortSignal {
    return this.#closing.signal;
  }

  send({ event, data }: { readonly event: string; readonly data: unknown }): void {
    this.#id += 1;
    this.#write(`id: ${this.#id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
  }

  end(): void {
    if (!this.stream.writableEnded) this.stream.end();
  }

  #write(text: string): void {
    if (!this.stream.writableEnded && !this.stream.destroyed) this.stream.write(text);
  }
}

/** Answers with an event stream that no proxy holds back. */
export function sendEvents(reply: FastifyReply, line: EventLine): FastifyReply {
  reply.header('content-type', 'text/event-stream');
  reply.header('cache-control', 'no-store, no-transform');
  // Disables response buffering in reverse proxies, which would delay events.
  reply.header('x-accel-buffering', 'no');
  return reply.send(line.stream);
}
