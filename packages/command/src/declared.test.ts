import { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { declareCheck, declareScreen, isAnsweredByServer } from './declared.ts';

const answers = (line: string, isKeySet = false): boolean => isAnsweredByServer(line.split(' '), isKeySet);

describe('a command line of an installation', () => {
  it.each(['check a --asset BTC', 'screen --in a --out b', 'report verify a', 'validate a', 'labels list', 'serve'])(
    'is answered by its own database: %s',
    (line) => {
      expect(answers(line)).toBe(false);
    },
  );

  it.each([
    'usage',
    'checked-transfers list',
    'withdrawal-attempts list',
    'batches list',
    'profile set',
    'checks show chk_1',
  ])('is answered by a server: %s', (line) => {
    expect(answers(line)).toBe(true);
  });

  it.each(['check a -a BTC --server https://a', '--profile b check a', 'report verify a --server=https://a'])(
    'is answered by the server that it names: %s',
    (line) => {
      expect(answers(line)).toBe(true);
    },
  );

  it('is answered by the server of a key that is set, where it checks addresses and payments', () => {
    for (const line of ['check-transaction a -a BTC -s deposit', 'check-planned a -a BTC'])
      expect([answers(line), answers(line, true)]).toEqual([false, true]);
    expect([answers('check a -a BTC', true), answers('screen --in a', true)]).toEqual([true, true]);
    expect([answers('report verify a', true), answers('serve', true), answers('labels list', true)]).toEqual([
      false,
      false,
      false,
    ]);
  });

  it('is judged by its command, not by words that follow', () => {
    expect(answers('labels usage')).toBe(false);
    expect(answers('--profile usage serve')).toBe(true);
  });
});

it.each(['--parent', '-p', '--network', '-n'])('names the network of a check and of a list by %s', async (option) => {
  const check = declareCheck(new Command()).action(() => undefined);
  await check.parseAsync(['an address', '--asset', 'USDT', option, 'TRC20'], { from: 'user' });
  expect(check.opts()['parent']).toBe('TRC20');
  const screen = declareScreen(new Command()).action(() => undefined);
  await screen.parseAsync(['--in', 'a', '--out', 'b', option, 'TRX'], { from: 'user' });
  expect(screen.opts()['parent']).toBe('TRX');
});
