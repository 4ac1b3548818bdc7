import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { type SourceCall, SourceError, type SourceFault } from '../../sources/sources.ports.ts';
import { CHAIN_OPTIONS, firstAnswer } from './first-answer.ts';
import { trialCall } from './test/trial-provider.ts';

type Behaviour = 'never' | 'slow' | 'good' | SourceFault['kind'];

const options = { ...CHAIN_OPTIONS, hedgeAfterMs: 40, longestWaitMs: 50 };

function faultOf(provider: string, kind: SourceFault['kind']): SourceFault {
  if (kind === 'rate-limited') return { kind, provider, retryAfterMs: 5_000 };
  if (kind === 'unavailable') return { kind, provider, reason: 'status 500' };
  if (kind === 'malformed') return { kind, provider, field: 'x' };
  if (kind === 'not-supported') return { kind, provider, what: 'that' };
  return { kind, by: 'budget' };
}

/** Members with the given behaviours, one word a call; the last word applies to all later calls. */
function members(...behaviours: readonly (readonly Behaviour[])[]) {
  const asked: string[] = [];
  const takenBack: string[] = [];
  const ask = async (member: number, call: SourceCall): Promise<string> => {
    const name = `m${member}`;
    const words = behaviours[member] ?? [];
    const word = words[Math.min(words.length - 1, asked.filter((one) => one === name).length)];
    asked.push(name);
    if (word === 'good') return `${name} answers`;
    if (word === 'never' || word === 'slow') {
      try {
        await sleep(word === 'slow' ? 80 : 10_000, undefined, { signal: call.signal });
      } catch {
        takenBack.push(name);
        throw new SourceError({ kind: 'cancelled', by: 'signal' });
      }
      return `${name} answers late`;
    }
    throw new SourceError(faultOf(name, word ?? 'unavailable'));
  };
  return { asked, takenBack, run: (call = trialCall()) => firstAnswer([...behaviours.keys()], call, ask, options) };
}

describe('a chain of providers', () => {
  it('requests from the first, and from no other when it answers', async () => {
    const { asked, run } = members(['good'], ['good']);
    expect(await run()).toBe('m0 answers');
    expect(asked).toEqual(['m0']);
  });

  it.each(['unavailable', 'rate-limited', 'malformed', 'not-supported'] as const)(
    'requests from the next at once when one is %s',
    async (kind) => {
      const { asked, run } = members([kind], ['good']);
      expect(await run()).toBe('m1 answers');
      expect(asked).toEqual(['m0', 'm1']);
    },
  );

  it('requests from the next too when one is slow, takes the first answer, and cancels the other request', async () => {
    const { asked, takenBack, run } = members(['never'], ['good']);
    expect(await run()).toBe('m1 answers');
    expect(asked).toEqual(['m0', 'm1']);
    await sleep(5);
    expect(takenBack).toEqual(['m0']);
  });

  it('takes the late answer of the first where the others fail', async () => {
    const { run } = members(['slow'], ['unavailable'], ['malformed']);
    expect(await run()).toBe('m0 answers late');
  });

  it('tries those once more that may have recovered, then fails with the error that came closest to an answer', async () => {
    const { asked, run } = members(['not-supported'], ['unavailable', 'unavailable'], ['malformed']);
    await expect(run()).rejects.toThrow('m2 answered something else than its format: x');
    expect(asked).toEqual(['m0', 'm1', 'm2', 'm1']);
    const recovered = members(['unavailable', 'good']);
    expect(await recovered.run()).toBe('m0 answers');
  });

  it('fails at once where no member accepts requests for a long time', async () => {
    const { asked, run } = members(['rate-limited'], ['rate-limited']);
    await expect(run()).rejects.toThrow('allows no more requests for now');
    expect(asked).toEqual(['m0', 'm1']);
  });

  it('requests from no other when the budget is spent or the caller cancelled', async () => {
    const spent = members(['cancelled'], ['good']);
    await expect(spent.run()).rejects.toThrow('The question has spent its calls');
    expect(spent.asked).toEqual(['m0']);
    const left = members(['never'], ['never']);
    const call = trialCall();
    const asking = left.run(call);
    await sleep(60);
    call.abort();
    await expect(asking).rejects.toThrow('The question was cancelled');
    expect(left.takenBack.toSorted()).toEqual(['m0', 'm1']);
  });
});
