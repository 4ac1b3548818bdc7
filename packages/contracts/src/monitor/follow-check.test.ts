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

  tell(type: string, data?: unknown): void {
    this.#listeners.get(type)?.({ data });
  }
}

function follow() {
  const line = new FakeLine();
  const heard: [string, unknown][] = [];
  let url = '';
  const stop = followCheck(
    (opened) => {
      url = opened;
      return line;
    },
    '/api',
    'a b',
    {
      facts: (facts) => heard.push(['facts', facts]),
      progress: (progress) => heard.push(['progress', progress]),
      end: (state) => heard.push(['end', state]),
      lost: () => heard.push(['lost', null]),
    },
  );
  return { line, heard, stop, url };
}

describe('following a check', () => {
  it('hears facts and progress, then the end, and hangs up', () => {
    const { line, heard, url } = follow();
    expect(url).toBe('/api/monitor/check/a%20b/events');
    line.tell('facts', '{"labels":[],"is_sanctioned":false,"issuer_freeze":null}');
    line.tell('progress', '{"phase":"fetching","progress":0.2}');
    expect(line.isClosed).toBe(false);
    line.tell('end', '{"status":"failed","sub_id":"a b","message":"The check was cancelled."}');
    expect(heard.map(([event]) => event)).toEqual(['facts', 'progress', 'end']);
    expect(line.isClosed).toBe(true);
  });

  it('passes over what is no event of a check', () => {
    const { line, heard } = follow();
    for (const data of ['', '{', '[]', 'null', '{"labels":1}', undefined]) line.tell('facts', data);
    for (const data of ['7', '{"phase":7}']) line.tell('progress', data);
    expect(heard).toEqual([]);
    line.tell('end', '{"status":7}');
    expect(heard).toEqual([['lost', null]]);
  });

  it('waits while a broken line comes back by itself, and says when it will not', () => {
    const { line, heard } = follow();
    line.readyState = 0;
    line.tell('error');
    expect(heard).toEqual([]);
    line.readyState = 2;
    line.tell('error');
    expect(heard).toEqual([['lost', null]]);
  });
});
