import type { BotResult } from '@assay/contracts';
import { describe, expect, it } from 'vitest';
import { buildResult, exposure, notRated } from '../test/results.ts';
import type { Freeze } from '../texts/result-facts.ts';
import { TEXTS, type Texts } from '../texts/texts.ts';
import { resultMessage, shortResult } from './result-message.ts';

const { en, ru } = TEXTS;

const FROZEN_TEXT = 'Issuer frozen since 2026-04-23, 10:00 UTC: Tether took the power to move USDT from this address.';

function freeze(status: Freeze['status'], facts: Partial<Freeze> = {}): Freeze {
  const answer = { asked_at: '2026-11-20T20:05:00.000Z', source: 'the USDT contract' };
  return { status, issuer: 'Tether', since: null, ...answer, text: 'A sentence.', ...facts };
}

function linesOf(t: Texts, facts: Partial<BotResult>): readonly string[] {
  return resultMessage(t, buildResult(facts))
    .text.text.replaceAll(/[\u00a0\u202f]/g, ' ')
    .split('\n');
}

describe('the message of a result', () => {
  it('says of a payment that it is one, and offers its report, but no check of the address in its place', () => {
    const payment = { transaction_id: 'ab12', direction: 'deposit' } as const;
    const { text, buttons = [] } = resultMessage(en, buildResult({ payment }));
    expect(text.text).toContain('Only this deposit is rated, by transaction <code>ab12</code>');
    // What to do with a wallet is not what to do with a payment.
    expect(text.text).not.toContain('this wallet');
    const labels = buttons.flat().map((one) => one.text);
    expect(labels).toContain(en.result.pdf);
    expect(labels).not.toContain(en.result.again);
    expect(resultMessage(ru, buildResult({ payment })).text.text).toContain('Оценено только это поступление');
  });

  it('says of a payment that waits that it is not confirmed, and offers no report', () => {
    const payment = { transaction_id: 'ab12', direction: 'deposit', is_pending: true } as const;
    const { text, buttons = [] } = resultMessage(en, buildResult({ payment }));
    expect(text.text).toContain('Not confirmed yet: it can still be replaced.');
    expect(buttons.flat().map((one) => one.text)).not.toContain(en.result.pdf);
  });

  it('says stars, headline, exposures of each direction, coverage, reason and time', () => {
    const { text } = resultMessage(en, buildResult(), { footer: '2 checks left.' });
    expect(text.text.replaceAll('\u00a0', ' ')).toBe(
      [
        '★★☆☆☆ 2 of 5 stars',
        '<b>High risk. Mixer source.</b>',
        'Do not send to this wallet or accept from it. If you already did, keep the money apart and get advice.',
        '',
        'USDT (TRX) · Tether',
        '<code>TNXoiAJ3dct8Fjg4M9fkLFh9S2v9TXc32G</code>',
        '',
        '<b>Where it came from</b>',
        '● Exchange licensed 41.2% · $41,200',
        '▲ Mixer 34.2% · $34,200',
        '◆ Bridge 12.0% · $12,000',
        '▲ Scam 6.1% · $61.50',
        'and 2 more in the full report',
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
    expect(text).toContain('<b>Высокий риск. Среди источников: миксер.</b>');
    expect(text.replaceAll(/[\u00a0\u202f]/g, ' ')).toContain('▲ Миксер 34,2 % · 34 200 $');
    expect(text.replace(/<[^>]+>/g, '')).not.toMatch(/stars|risk|money|Checked/);
  });

  it('says that data are limited before low risk, also where the headline does not', () => {
    const limited = {
      riskscore: 5,
      verdict: 'low',
      confidence: 'low',
      cause: { rule: 'linear', reason: null },
      texts: { headline: 'Low risk. No star withheld.', text: '', why: '' },
    } as const;
    const advice = 'Too little is known to rely on: ask where the money comes from before a large payment.';
    expect(linesOf(en, limited).slice(1, 3)).toEqual(['<b>Limited data: low risk. No star withheld.</b>', advice]);
    expect(linesOf(ru, limited).slice(1, 3)).toEqual([
      '<b>Мало данных: низкий риск.</b>',
      'Известно слишком мало, чтобы полагаться: перед крупным платежом спросите, откуда деньги.',
    ]);
  });

  it('calls what is not rated N/A, and says why', () => {
    const text = resultMessage(en, notRated()).text.text;
    expect(text).toContain('☆☆☆☆☆ N/A');
    expect(text).toContain('Not rated. No transfers known.');
    expect(text).not.toContain('could be attributed');
    expect(text).not.toContain('Where it came from');
    expect(resultMessage(ru, notRated()).text.text).toContain('Без оценки. Переводов не найдено.');
  });

  it('says once that no transfer is known where a label alone decided', () => {
    const exposures = { incoming: null, outgoing: null };
    const labels = [{ entity: 'Evil', category: 'sanctions' as const }];
    const lines = linesOf(en, { riskscore: 1, cause: { rule: 'identity', reason: null }, labels, exposures });
    expect(lines.filter((line) => line === 'No transfers known')).toHaveLength(1);
    expect(lines.join()).not.toMatch(/attributed|Where it/);
  });

  it('keeps the figures of a line together, and shortens dollars from a million on', () => {
    const exposures = { incoming: [exposure('mixer', 0.983, 540_200_000)], outgoing: null };
    const facts = buildResult({ exposures });
    expect(resultMessage(en, facts).text.text).toContain('▲ Mixer 98.3%\u00a0·\u00a0$540.2M\n');
    expect(linesOf(ru, { exposures })).toContain('▲ Миксер 98,3 % · 540,2 млн $');
  });

  it('never shows risk by colour alone: no two signs differ only by colour', () => {
    const text = resultMessage(en, buildResult()).text.text;
    expect(text).not.toMatch(/[\u{1f534}\u{1f7e0}-\u{1f7e2}\u{26aa}\u{26ab}\u{1f535}]/u);
  });

  it('warns in bold of the label that the same address has on another network, in both languages', () => {
    const text = 'Warning: on Ethereum this address is labelled Sanctions: Lazarus & Co (ofac-sdn).';
    const other = { network: 'Ethereum', category: 'sanctions', entity: 'Lazarus & Co', text } as const;
    const warned = notRated({ other_network: other });
    expect(resultMessage(en, warned).text.text).toContain(`<b>${text.replace('&', '&amp;')}</b>`);
    expect(resultMessage(ru, warned).text.text).toContain('в сети Ethereum у этого же адреса метка «');
    expect(resultMessage(ru, warned).text.text).toContain('Lazarus &amp; Co');
    expect(shortResult(en, warned).text.text).toContain('on Ethereum this address is labelled Sanctions');
    expect(resultMessage(en, notRated()).text.text).not.toContain('Ethereum');
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

  it('says that the issuer froze the address since when, in bold and beside its labels', () => {
    const frozen = { issuer_freeze: freeze('frozen', { since: '2026-04-23T10:00:00.000Z', text: FROZEN_TEXT }) };
    expect(linesOf(en, frozen)).toContain(`<b>${FROZEN_TEXT}</b>`);
    expect(linesOf(ru, frozen)).toContain(
      '<b>Заморожен эмитентом с 23 апр. 2026 г., 10:00 UTC: Tether не даёт распоряжаться USDT на этом адресе.</b>',
    );
    const undated = { issuer_freeze: freeze('frozen') };
    expect(linesOf(ru, undated).join()).toContain('Заморожен эмитентом; с какого времени, неизвестно: Tether');
  });

  it('distinguishes asked and not frozen from could not be asked, in both languages', () => {
    const asked = { issuer_freeze: freeze('not_frozen', { text: 'Asked, not frozen: on the list.' }) };
    expect(linesOf(en, asked)).toContain('Asked, not frozen: on the list.');
    expect(linesOf(ru, asked)).toContain(
      'Спросили, не заморожен: на 20 нояб. 2026 г., 20:05 UTC этого адреса не было в списке Tether.',
    );
    const unasked = freeze('not_asked', { asked_at: null, source: null, text: 'Could not be asked: not known.' });
    expect(linesOf(en, { issuer_freeze: unasked })).toContain('Could not be asked: not known.');
    expect(linesOf(ru, { issuer_freeze: unasked })).toContain(
      'Спросить не удалось: заморозил ли этот адрес Tether, неизвестно.',
    );
  });

  it('says no word of freezes where nobody can freeze, and escapes what the server says', () => {
    const none = { issuer_freeze: freeze('not_applicable', { issuer: null }) };
    expect(linesOf(en, none)).toEqual(linesOf(en, {}));
    expect(linesOf(en, { issuer_freeze: freeze('frozen', { text: '<i>a</i>' }) })).toContain(
      '<b>&lt;i&gt;a&lt;/i&gt;</b>',
    );
  });

  it('says what was read live, through whom, and since when the history is known', () => {
    const reading = { providers: ['mempool', 'own esplora'], calls: { made: 12, budget: 60 }, history_from: null };
    expect(linesOf(en, { reading })).toContain('Read live: 12 of at most 60 requests through mempool and own esplora.');
    expect(linesOf(ru, { reading })).toContain(
      'Прочитано из сети: запросов 12, не больше 60, через mempool и own esplora.',
    );
    const from = { ...reading, providers: [], history_from: '2026-01-02T03:04:00.000Z' };
    expect(linesOf(en, { reading: from })).toContain(
      'Read live: 12 of at most 60 requests. The history is known from 02 Jan 2026, 03:04 UTC.',
    );
    expect(linesOf(ru, { reading: from }).join()).toContain('История известна с 02 янв. 2026 г., 03:04 UTC.');
    const nothing = { providers: [], calls: { made: 0, budget: 0 }, history_from: null };
    expect(linesOf(en, { reading: nothing })).toEqual(linesOf(en, {}));
    const gap = 'One entry of mempool could not be read (value), and was not followed.';
    expect(linesOf(en, { reading: { ...reading, gaps: [gap] } })).toContain(`The history has gaps: ${gap}`);
    expect(linesOf(en, { reading: { ...reading, gaps: [gap, gap] } })).toContain(
      `The history has gaps: ${gap} 1 more is named in the report.`,
    );
    expect(linesOf(ru, { reading: { ...reading, gaps: [gap, gap] } })).toContain(
      'В истории есть пробелы (2): они названы в отчёте.',
    );
  });

  it('writes out a link that Telegram would refuse as a button, and keeps the other buttons', () => {
    const { text, buttons } = resultMessage(en, buildResult({ url: 'http://localhost:3000/riskcheck/1' }));
    expect(text.text).toContain('http://localhost:3000/riskcheck/1');
    expect(buttons?.flat().map(({ text }) => text)).toEqual(['PDF', 'Share', 'Check again']);
  });

  it('stays within a message and a caption, whatever the result holds', () => {
    const many = Array.from({ length: 40 }, () => exposure('p2p_exchange_licence_unknown', 0.02, 123_456_789.12));
    const labels = Array.from({ length: 40 }, (_one, index) => ({
      entity: `${index}${'x'.repeat(60)}`,
      category: 'p2p_exchange_licence_unknown' as const,
    }));
    const result = buildResult({
      exposures: { incoming: many, outgoing: many },
      labels,
      address: 'x'.repeat(106),
      issuer_freeze: freeze('frozen', { text: FROZEN_TEXT }),
      reading: {
        providers: ['blockstream', 'mempool', 'own esplora BTC 1', 'own blockbook BTC 2'],
        calls: { made: 1_000, budget: 1_000 },
        history_from: '2026-01-02T03:04:00.000Z',
        gaps: Array.from({ length: 7 }, () => 'x'.repeat(400)),
      },
    });
    for (const t of [en, ru]) expect(resultMessage(t, result).text.text.length).toBeLessThan(4_096);
  });
});

it('is short in other chats', () => {
  const message = shortResult(en, buildResult());
  expect(message.text.text.split('\n')).toHaveLength(5);
  expect(message.buttons?.flat().map(({ text }) => text)).toEqual(['Full report']);
});
