import { describe, expect, it } from 'vitest';
import { type EventLine, followCheck } from './follow-check.ts';

class FakeLine implements EventLine {
  readyState = 1;
  isClosed = false;
  readonly #listeners = new Map<string, (event: { data?: unknown }) => void>();

  addEventListener(type: string, listener: (event: { data?: unknown }) => void): void {
    this.#listeners.set(type, listener);
  }

  close(): void {
    this.isClosed = true;
  }

  emit(type: string, data?: unknown): void {
    this.#listeners.get(type)?.({ data });
  }
}

function follow() {
  const line = new FakeLine();
  const received: [string, unknown][] = [];
  let url = '';
  const stop = followCheck(
    (opened) => {
      url = opened;
      return line;
    },
    '/api',
    'a b',
    {
      facts: (facts) => received.push(['facts', facts]),
      progress: (progress) => received.push(['progress', progress]),
      end: (state) => received.push(['end', state]),
      lost: () => received.push(['lost', null]),
    },
  );
  return { line, received, stop, url };
}

describe('following a check', () => {
  it('receives facts and progress, then the end, and closes the connection', () => {
    const { line, received, url } = follow();
    expect(url).toBe('/api/monitor/check/a%20b/events');
    line.emit('facts', '{"labels":[],"is_sanctioned":false,"issuer_freeze":null}');
    line.emit('progress', '{"phase":"fetching","progress":0.2}');
    expect(line.isClosed).toBe(false);
    line.emit('end', '{"status":"failed","sub_id":"a b","message":"The check was cancelled."}');
    expect(received.map(([event]) => event)).toEqual(['facts', 'progress', 'end']);
    expect(line.isClosed).toBe(true);
  });

  it('passes over what is no event of a check', () => {
    const { line, received } = follow();
    for (const data of ['', '{', '[]', 'null', '{"labels":1}', undefined]) line.emit('facts', data);
    for (const data of ['7', '{"phase":7}']) line.emit('progress', data);
    expect(received).toEqual([]);
    line.emit('end', '{"status":7}');
    expect(received).toEqual([['lost', null]]);
  });

  it('waits while a broken line comes back by itself, and says when it will not', () => {
    const { line, received } = follow();
    line.readyState = 0;
    line.emit('error');
    expect(received).toEqual([]);
    line.readyState = 2;
    line.emit('error');
    expect(received).toEqual([['lost', null]]);
  });
});
