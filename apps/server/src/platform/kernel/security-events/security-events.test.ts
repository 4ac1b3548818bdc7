import { readFile } from 'node:fs/promises';
import { Writable } from 'node:stream';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { describe, expect, it } from 'vitest';
import { securityLog } from '../../../../test/support/security-log.ts';
import { inRequest } from '../request-scope.ts';
import { SECURITY_EVENT_NAMES, SECURITY_EVENTS } from './events.ts';
import { openSecurityEvents, withEveryEvent } from './security-events.ts';
import { buildSubjectNames } from './subject.ts';

const network = (at: number) => ({ kind: 'network', network: `192.0.2.${at}` }) as const;

describe('the log of security events', () => {
  it('writes name, severity, subject, request and fields, at the level of the severity', () => {
    const log = securityLog();
    inRequest({ id: 'request-1', ip: '192.0.2.1', device: 'Firefox', sub: null, browser: null }, () =>
      log.events.record({ name: 'webhook_refused', provider: 'stripe' }, network(1)),
    );
    log.events.record({ name: 'refresh_token_reused', session: 's' }, { kind: 'account', sub: 'a1' });
    log.events.record({ name: 'link_refused', reason: 'used' }, null);
    expect(log.lines).toMatchObject([
      {
        level: 'warn',
        event: 'security.webhook_refused',
        severity: 'warning',
        subject: log.nameOf(network(1)),
        reqId: 'request-1',
        provider: 'stripe',
      },
      { level: 'error', event: 'security.refresh_token_reused', subject: 'account:a1', reqId: null, session: 's' },
      { level: 'info', event: 'security.link_refused', subject: null, reason: 'used' },
    ]);
  });

  it('writes a bounded number of lines of a flood, counts all of it, and leaves other kinds their lines', async () => {
    const log = securityLog({ windowMs: 3_600_000, linesPerName: 5 });
    for (let at = 0; at < 10_000; at += 1) {
      log.events.record({ name: 'rate_limit_hit', route: '/api/x' }, network(at % 50));
    }
    log.events.record({ name: 'admin_refused', route: '/api/y' }, { kind: 'account', sub: 'a1' });
    expect(log.of('rate_limit_hit')).toHaveLength(5);
    expect(log.of('admin_refused')).toHaveLength(1);
    log.events.close();
    const summed = log.of('rate_limit_hit').slice(5);
    expect(summed).toHaveLength(6);
    expect(summed.slice(0, 5).every(({ count, subject }) => count === 199 && subject !== null)).toBe(true);
    // 45 networks with 200 each, of which no line was written.
    expect(summed[5]).toMatchObject({ count: 9_000, subject: null, withinSeconds: 3_600 });
    expect(await countsOf(log)).toMatchObject({ rate_limit_hit: 10_000, admin_refused: 1 });
    log.events.close();
    expect(log.lines).toHaveLength(12);
  });

  it('writes every action of an administrator, however many and however alike', () => {
    const log = securityLog({ windowMs: 3_600_000, linesPerName: 2 });
    for (let at = 0; at < 30; at += 1) {
      log.events.record({ name: 'admin_action', action: 'promo_code.delete', target: '1' }, { kind: 'operator' });
    }
    expect(log.of('admin_action')).toHaveLength(30);
  });

  it('ends a window by itself and begins the next with the first event after it', async () => {
    const log = securityLog({ windowMs: 20, linesPerName: 5 });
    const refuse = () => log.events.record({ name: 'bot_secret_refused', route: '/api/bot' }, network(1));
    refuse();
    refuse();
    await expect.poll(() => log.lines.length).toBe(2);
    expect(log.lines[1]).toMatchObject({ count: 1, msg: 'the same again' });
    refuse();
    expect(log.lines).toHaveLength(3);
    log.events.close();
  });

  it.each([
    ['fatal', 2],
    ['warn', 2],
    ['silent', 0],
  ])('writes every severity while LOG_LEVEL is %s: %i lines', (level, count) => {
    const written: string[] = [];
    const sink = new Writable({
      write(chunk: Buffer, _encoding, done) {
        written.push(chunk.toString());
        done();
      },
    });
    const events = openSecurityEvents(withEveryEvent(pino({ level }, sink)), () => 'operator');
    events.record({ name: 'admin_action', action: 'promo_code.create', target: '1' }, { kind: 'operator' });
    events.record({ name: 'webhook_refused', provider: 'stripe' }, null);
    events.close();
    expect(written).toHaveLength(count);
    for (const line of written) expect(JSON.parse(line).event).toMatch(/^security\.\w+$/);
  });

  it('shows every name in the metrics from the start', async () => {
    const counts = await countsOf(securityLog());
    expect(Object.keys(counts).sort()).toEqual([...SECURITY_EVENT_NAMES].sort());
    expect(Object.values(counts).every((count) => count === 0)).toBe(true);
  });
});

describe('the page about security events', () => {
  it('lists every event with its severity', async () => {
    const page = await readFile(new URL('../../../../../../docs/operations/audit.md', import.meta.url), 'utf8');
    const rows = [...page.matchAll(/^\| `security\.(\w+)` \| (\w+) \|/gm)].map(([, name, severity]) => [
      name,
      severity,
    ]);
    expect(Object.fromEntries(rows)).toEqual(
      Object.fromEntries(Object.entries(SECURITY_EVENTS).map(([name, { severity }]) => [name, severity])),
    );
  });
});

describe('the name of a subject', () => {
  it('is the same on every server of an installation, another on others, and holds nothing personal', () => {
    const [one, same, other] = [1, 1, 2].map((fill) => buildSubjectNames(new Uint8Array(32).fill(fill)));
    const mailbox = { kind: 'mailbox', mailbox: 'ann@example.org' } as const;
    expect(one?.(mailbox)).toBe(same?.(mailbox));
    expect(one?.(mailbox)).not.toBe(other?.(mailbox));
    expect(one?.(mailbox)).toMatch(/^mailbox:[0-9a-f]{16}$/);
    expect(one?.({ kind: 'telegram', id: '7000001' })).toMatch(/^telegram:[0-9a-f]{16}$/);
    expect(one?.(network(1))).toMatch(/^network:[0-9a-f]{16}$/);
    expect(() => buildSubjectNames(new Uint8Array(16))).toThrow('at least 32 bytes');
  });
});

async function countsOf({ events }: ReturnType<typeof securityLog>): Promise<Record<string, number>> {
  const registry = new Registry();
  for (const metric of events.metrics) registry.registerMetric(metric);
  const text = await registry.metrics();
  const found = text.matchAll(/^assay_security_events_total\{event="(\w+)"\} (\d+)$/gm);
  return Object.fromEntries([...found].map(([, name = '', count]) => [name, Number(count)]));
}
