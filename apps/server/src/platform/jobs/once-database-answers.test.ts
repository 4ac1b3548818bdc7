import { describe, expect, it } from 'vitest';
import { onceDatabaseAnswers } from './once-database-answers.ts';

const away = () => Object.assign(new Error('the database system is starting up'), { code: '57P03' });
const quiet = { error: () => undefined };

describe('work that begins while the database is away', () => {
  it('is done once it answers', async () => {
    const said: string[] = [];
    let tries = 0;
    const work = async () => {
      tries += 1;
      if (tries < 3) throw away();
    };
    await onceDatabaseAnswers(work, new AbortController().signal, { error: (_facts, text) => said.push(text) });
    expect(tries).toBe(3);
    expect(said).toEqual(['background work could not begin', 'background work could not begin']);
  });

  it('fails by any other error at once', async () => {
    let tries = 0;
    const work = () => {
      tries += 1;
      return Promise.reject(new Error('a wrong password'));
    };
    await expect(onceDatabaseAnswers(work, new AbortController().signal, quiet)).rejects.toThrow('a wrong password');
    expect(tries).toBe(1);
  });

  it('is given up when the server stops', async () => {
    const stop = new AbortController();
    const work = () => {
      setImmediate(() => stop.abort());
      return Promise.reject(away());
    };
    await expect(onceDatabaseAnswers(work, stop.signal, quiet)).resolves.toBeUndefined();
  });
});
