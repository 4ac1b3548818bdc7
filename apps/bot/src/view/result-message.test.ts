import { describe, expect, it } from 'vitest';
import { buildResult, exposure, notRated } from '../test/results.ts';
import { TEXTS } from '../texts/texts.ts';
import { resultMessage, shortResult } from './result-message.ts';

const { en, ru } = TEXTS;

describe('the message of a result', () => {
  it('says stars, headline, exposures of each direction, coverage, reason and time', () => {
    const { text } = resultMessage(en, buildResult(), { footer: '2 checks left.' });
    expect(text.text.replaceAll('\u00a0', ' ')).toBe(
      [
        '★★☆☆☆ 2 of 5 stars',
        '<b>High risk. Mixer source.</b>',
        '',
        'USDT (TRX) · Tether',
        '<code>TNXoiAJ3dct8Fjg4M9fkLFh9S2v9TXc32G</code>',
        '',
        '<b>Where it came from</b>',
        '● Exchange licensed 41.2% · $41,200',
        '▲ Mixer 34.2% · $34,200',
        '◆ Bridge 12.0% · $12,000',
        '▲ Scam 6.1% · $61.50',
        'and 2 more',
        '',
        '<b>Where it went</b>',
        'No transfers known',
        '',
        '<i>▲ high risk  ◆ medium risk  ● low risk</i>',
        '',
        'Two stars: 34.2% of incoming value comes straight from mixers, one hop away.',
        '95.5% of the money could be attributed. Confidence: high.',
        '<i>Checked 20 Nov 2026, 20:05 UTC</i>',
        '<i>2 checks left.</i>',
      ].join('\n'),
    );
  });

  it('says the same in Russian', () => {
    const text = resultMessage(ru, buildResult()).text.text;
    expect(text).toContain('★★☆☆☆ 2 из 5 звёзд');
    expect(text).toContain('<b>Высокий риск. Среди источников: Миксер.</b>');
    expect(text.replaceAll(/[\u00a0\u202f]/g, ' ')).toContain('▲ Миксер 34,2 % · 34 200 $');
    expect(text.replace(/<[^>]+>/g, '')).not.toMatch(/stars|risk|money|Checked/);
  });

  it('calls what is not rated N/A, and says why', () => {
    const text = resultMessage(en, notRated()).text.text;
    expect(text).toContain('☆☆☆☆☆ N/A');
    expect(text).toContain('Not rated. No transfers known.');
    expect(text).not.toContain('could be attributed');
    expect(resultMessage(ru, notRated()).text.text).toContain('Без оценки. Переводов не найдено.');
  });

  it('never tells risk by colour alone: no sign in it is told apart by its colour', () => {
    const text = resultMessage(en, buildResult()).text.text;
    expect(text).not.toMatch(/[\u{1f534}\u{1f7e0}-\u{1f7e2}\u{26aa}\u{26ab}\u{1f535}]/u);
  });

  it('escapes what others named', () => {
    const labels = [{ entity: '<b>Evil & Co</b>', category: 'scam' as const }];
    expect(resultMessage(en, buildResult({ labels })).text.text).toContain(
      'The address itself: &lt;b&gt;Evil &amp; Co&lt;/b&gt; (Scam)',
    );
  });

  it('says what was not read, and that sharing is stopped', () => {
    const text = resultMessage(en, buildResult({ complete: false, revoked_at: '2026-11-20T20:10:00.000Z' })).text.text;
    expect(text).toContain('Not everything could be read');
    expect(text).toContain('Sharing is stopped');
  });

  it('writes out a link that Telegram would refuse as a button, and keeps the other buttons', () => {
    const { text, buttons } = resultMessage(en, buildResult({ url: 'http://localhost:3000/riskcheck/1' }));
    expect(text.text).toContain('http://localhost:3000/riskcheck/1');
    expect(buttons?.flat().map(({ text }) => text)).toEqual(['PDF', 'Share', 'Check again']);
  });

  it('stays within a message and a caption, whatever the result holds', () => {
    const many = Array.from({ length: 40 }, () => exposure('p2p_exchange_licence_unknown', 0.02, 123_456_789.12));
    const labels = Array.from({ length: 40 }, (_one, place) => ({
      entity: `${place}${'x'.repeat(60)}`,
      category: 'p2p_exchange_licence_unknown' as const,
    }));
    const result = buildResult({ exposures: { incoming: many, outgoing: many }, labels, address: 'x'.repeat(106) });
    for (const t of [en, ru]) expect(resultMessage(t, result).text.text.length).toBeLessThan(4_096);
  });
});

it('is short in other chats', () => {
  const message = shortResult(en, buildResult());
  expect(message.text.text.split('\n')).toHaveLength(4);
  expect(message.buttons?.flat().map(({ text }) => text)).toEqual(['Full report']);
});
