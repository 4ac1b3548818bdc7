import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { keepLease } from './keep-lease.ts';

describe('a lease that is kept', () => {
  const failures: boolean[] = [];
  const onFailure = (_error: unknown, hasEnded: boolean) => void failures.push(hasEnded);

  it('is renewed thrice within its length, until it is stopped', async () => {
    let renewals = 0;
    const renew = async () => {
      renewals += 1;
      return true;
    };
    const lease = keepLease({ leaseMs: 60, renew, onFailure });
    expect(renewals).toBe(0);
    await sleep(200);
    await lease.stop();
    const then = renewals;
    expect(then).toBeGreaterThan(2);
    await sleep(50);
    expect(renewals).toBe(then);
  });

  it('is lost once where another process has it', async () => {
    let lost = 0;
    const onLost = () => {
      lost += 1;
    };
    const renew = async () => false;
    const lease = keepLease({ leaseMs: 15, renew, onLost, onFailure });
    await sleep(60);
    await lease.stop();
    expect(lost).toBe(1);
  });

  it('may have ended where no renewal has succeeded for its length, and is tried on', async () => {
    failures.length = 0;
    let isAway = true;
    let renewals = 0;
    const renew = async () => {
      if (isAway) throw new Error('the database is away');
      renewals += 1;
      return true;
    };
    const lease = keepLease({ leaseMs: 60, everyMs: 20, renew, onFailure });
    await sleep(200);
    isAway = false;
    await sleep(100);
    await lease.stop();
    expect(failures[0]).toBe(false);
    expect(failures.at(-1)).toBe(true);
    expect(renewals).toBeGreaterThan(0);
  });

  it('is renewed in time while a renewal before it hangs, and its end waits for none that hangs', async () => {
    let renewals = 0;
    const renew = async () => {
      renewals += 1;
      return renewals === 1 ? new Promise<boolean>(() => undefined) : true;
    };
    const lease = keepLease({ leaseMs: 60, renew, onFailure });
    await sleep(200);
    expect(renewals).toBeGreaterThan(2);
    await lease.stop();
  });
});
