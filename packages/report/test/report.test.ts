import { createHash } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { renderReport } from '../src/index.ts';
import { BYTE_RANGE_PLACEHOLDER } from '../src/signing.ts';
import { askPoppler, attachmentOf, hasPoppler, textOf } from './poppler.ts';
import { ADDRESS, directionOf, inputOf, resultOf, rowOf, SUB_ID } from './report-fixture.ts';

// Readers of others are started as processes of their own: slow on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

const ADDRESS_OF_ETHEREUM = '0x500b95b82c62c8d38453de825355397a95b62133';
/** A line of `pdftotext -bbox`. */
const WORD = /<word xMin="([\d.]+)" yMin="([\d.]+)" xMax="([\d.]+)" yMax="[\d.]+">([^<]*)</g;

const NOT_RATED = resultOf({
  score: { ...resultOf().score, stars: 0, total: null, verdict: 'not_rated', rule: 'not_rated', reason: 'no_records' },
  texts: {
    headline: 'Not rated. No records.',
    text: 'No record of this address is held.',
    why: 'Nothing.',
    would_change: [],
  },
  incoming: directionOf([]),
  outgoing: directionOf([]),
  notes: [],
});

describe('the report', () => {
  it('is the same, byte for byte, for the same input, and another for another', () => {
    const first = renderReport(inputOf());
    expect(Buffer.compare(first.pdf, renderReport(inputOf()).pdf)).toBe(0);
    const other = renderReport(inputOf(resultOf({ checked_at: '2026-11-20T11:48:00.000Z' })));
    expect(Buffer.compare(first.pdf, other.pdf)).not.toBe(0);
  });

  it('is the same whatever was laid out before it, with characters of other scripts too', () => {
    const first = renderReport(inputOf()).pdf;
    const rows = [rowOf('gambling', 1, 2, 'Биржа Łódź ½ Söhne')];
    const other = inputOf(resultOf({ incoming: directionOf(rows) }));
    const before = renderReport(other).pdf;
    renderReport(inputOf(resultOf({ incoming: directionOf([rowOf('mixer', 1, 1, 'Ąžūolas ½ Обмен')]) })));
    expect(Buffer.compare(renderReport(inputOf()).pdf, first)).toBe(0);
    expect(Buffer.compare(renderReport(other).pdf, before)).toBe(0);
  });

  it('has exactly one place for a signature, or none where none is wanted', () => {
    const countOf = (pdf: Uint8Array) => Buffer.from(pdf).toString('latin1').split(BYTE_RANGE_PLACEHOLDER).length - 1;
    expect(countOf(renderReport(inputOf()).pdf)).toBe(1);
    expect(countOf(renderReport(inputOf(resultOf(), null)).pdf)).toBe(0);
  });
});

describe.skipIf(!hasPoppler)('the report, as readers of others see it', () => {
  const { pdf, pages } = renderReport(inputOf());
  const text = textOf(pdf);

  it('has a text that can be copied, searched and read aloud: every amount with its full stop', () => {
    const { pdf } = renderReport(inputOf());
    const said = textOf(pdf);
    expect(said).toContain(`No. ${SUB_ID}`);
    for (const share of ['1.2%', '74.8%', '90.0%']) expect(said).toContain(share);
    expect(said).toMatch(/\$2,211\.85/);
    expect(said).not.toMatch(/\uFFFD|\d \d+%/);
    // A mapping without a character is what readers show as a blank or as an unknown character.
    expect(askPoppler(pdf, 'pdftotext', ['-raw', 'FILE', '-'])).not.toContain('\uFFFD');
  });

  it('says what to do under the headline, and that data are limited before low risk', () => {
    const limited = resultOf({ confidence: 'low' });
    const said = textOf(renderReport(inputOf(limited)).pdf).replace(/\s+/g, ' ');
    expect(said).toContain('Limited data: low risk. One star withheld. Too little is known to rely on: ask where');
    const own = { ...resultOf().texts, advice: 'Its own advice.' };
    expect(textOf(renderReport(inputOf(resultOf({ texts: own }))).pdf)).toContain('Its own advice.');
  });

  it('names the operator and how to reach them, where the settings do', () => {
    const operator = { name: 'Firm OÜ', contact: 'help@firm.ee' };
    const said = textOf(renderReport({ ...inputOf(), operator }).pdf);
    expect(said.match(/Issued by +Firm OÜ, help@firm\.ee/g)).toHaveLength(2);
    expect(text).not.toContain('Issued by');
  });

  it('says how much of a share a path explains, where that is a part only', () => {
    const [row] = resultOf().incoming.rows;
    const [path] = row?.paths ?? [];
    if (row === undefined || path === undefined) throw new Error('The example has a row with a path');
    const paths = [{ ...path, share: 0.05 }];
    const incoming = directionOf([{ ...row, share: 0.2, paths }]);
    const said = textOf(renderReport(inputOf(resultOf({ incoming }))).pdf).replace(/\s+/g, ' ');
    expect(said).toContain('5.0% of 20.0%');
  });

  it('fills the second page of a short report with how to verify it', () => {
    const short = renderReport(inputOf(NOT_RATED));
    expect(short.pages).toBe(2);
    const second = askPoppler(short.pdf, 'pdftotext', ['-layout', '-f', '2', '-l', '2', 'FILE', '-']);
    expect(second.split('\n').filter((line) => line.trim() !== '').length).toBeGreaterThan(20);
  });

  it('has the whole verification on one page, whatever comes before it', () => {
    const rows = (count: number) =>
      Array.from({ length: count }, (_, index) => rowOf('gambling', 1 / count, 1, `Entity ${index}`, 2));
    for (const count of [0, 1, 2, 3, 5, 8, 13, 21]) {
      const report = renderReport(inputOf(resultOf({ incoming: directionOf(rows(count)) })));
      const pages = textOf(report.pdf).split('\f');
      const first = pages.findIndex((page) => page.includes('Verify this report'));
      expect(pages[first], `${count} rows`).toContain('Please note');
      expect(first, `${count} rows`).toBe(report.pages - 1);
    }
  });

  it('says what the issuer answered under the address, and which prices the dollars come from', () => {
    const digest = 'c0ffee'.repeat(10).padEnd(64, '0');
    const frozen = resultOf({
      issuer_freeze: {
        status: 'frozen',
        issuer: 'Tether',
        since: '2026-04-23T10:00:00.000Z',
        asked_at: '2026-11-20T11:47:03.000Z',
        source: 'the USDT contract on Tron',
        text: 'Issuer frozen since 2026-04-23, 10:00 UTC: Tether took the power to move USDT from this address.',
      },
      prices: {
        rule: 'daily',
        digest,
        version: digest.slice(0, 16),
        sources: ['series'],
        first_day: '2024-05-01',
        last_day: '2024-05-02',
        days: 2,
        missing_days: 0,
        text: 'In US dollars at the time of each transfer, by daily prices of BTC from series.',
      },
    });
    const said = textOf(renderReport(inputOf(frozen)).pdf).replace(/\s+/g, ' ');
    expect(said.indexOf('Issuer frozen since 2026-04-23')).toBeLessThan(said.indexOf('Why this score'));
    expect(said).toContain('Answered by the USDT contract on Tron');
    expect(said).toContain(`by daily prices of BTC from series. Price set ${digest.slice(0, 16)}`);
    expect(said.replaceAll(' ', '')).toContain(digest);
    expect(text).not.toContain('Issuer');
  });

  it('warns of a label on another network beside the stars, and not among the notes', () => {
    const text = 'Warning: on Ethereum this address is labelled Sanctions: Lazarus Group (ofac-sdn).';
    const label = { network: 'Ethereum', category: 'sanctions', entity: 'Lazarus Group' } as const;
    const warned = resultOf({ notes: [{ kind: 'label_on_other_network', text, label }] });
    const said = textOf(renderReport(inputOf(warned)).pdf).replace(/\s+/g, ' ');
    expect(said.split(text)).toHaveLength(2);
    expect(said.indexOf(text)).toBeLessThan(said.indexOf('Why this score'));
    expect(said).not.toContain('Notes have no effect');
  });

  it('lists who looks like a real counterparty, in full', () => {
    const lookalikes = [{ address: ADDRESS_OF_ETHEREUM, resembles: ADDRESS_OF_ETHEREUM.replace('b82c', '0000') }];
    const said = textOf(renderReport(inputOf(resultOf({ lookalikes }))).pdf).replace(/\s+/g, '');
    expect(said).toContain(ADDRESS_OF_ETHEREUM.replace('b82c', '0000'));
    expect(said).toContain('Lookslike');
  });

  it.each([
    ['ETH', null, 'Ethereum', ADDRESS_OF_ETHEREUM],
    ['USDT', 'ETH', 'Tether', ADDRESS_OF_ETHEREUM],
    ['WBTC', 'POLYGON', 'Wrapped Bitcoin', ADDRESS_OF_ETHEREUM],
    ['ENS', 'ETH', 'Ethereum Name Service', ADDRESS_OF_ETHEREUM],
    ['BTC', null, 'Bitcoin', ADDRESS],
  ])('keeps asset, address and time of %s apart', (ticker, parent, name, address) => {
    const base = resultOf();
    const one = renderReport(inputOf(resultOf({ address, asset: { ...base.asset, ticker, parent, name } }))).pdf;
    const words = [...askPoppler(one, 'pdftotext', ['-f', '1', '-l', '1', '-bbox', 'FILE', '-']).matchAll(WORD)];
    const boxes = words.map(([, left, top, right, word]) => ({
      left: Number(left),
      top: Number(top),
      right: Number(right),
      word,
    }));
    const at = (word: string) => boxes.find((box) => box.word === word && box.top > 200) ?? expect.fail(`no ${word}`);
    const last = name.split(' ').at(-1) ?? '';
    expect(at('Wallet').left - Math.max(at(ticker).right, at(last).right)).toBeGreaterThan(9);
    expect(at('Checked').left - at(address).right).toBeGreaterThan(9);
    expect(at('Checked').left).toBeCloseTo(at('20').left, 0);
  });

  it('says everything the page says', () => {
    for (const part of [
      `No. ${SUB_ID}`,
      'Low risk.',
      'One star withheld.',
      ADDRESS,
      '20 Nov 2026, 11:47 UTC',
      'Risk flow, incoming',
      'Risk flow, outgoing',
      '74.8%',
      '$184,320.55',
      'Why this score',
      'What would change the stars',
      'Labels and their sources',
      '30 Sep 2026',
      'Block 975310',
      'assay-1.0.0',
      '0123456789abcdef',
      'More than half of all inflow came within 24 hours.',
      `https://assay.example.org/verify/${SUB_ID}`,
      'This report is information, not advice',
    ]) {
      expect(text).toContain(part);
    }
  });

  it('holds every transaction id of the sample paths in full', () => {
    const flat = text.replaceAll(/\s/g, '');
    const { incoming, outgoing } = inputOf().result;
    const steps = [...incoming.rows, ...outgoing.rows].flatMap((row) => row.paths.flatMap((path) => path.steps));
    expect(steps.length).toBeGreaterThan(10);
    for (const step of steps) {
      expect(flat).toContain(step.transaction_id);
      expect(flat).toContain(step.from);
    }
  });

  it('is A4, titled, tagged, in English, and numbers its pages', () => {
    const facts = askPoppler(pdf, 'pdfinfo', ['FILE']);
    expect(facts).toMatch(/Title: +Risk score for BTC wallet address bc1q6k/);
    expect(facts).toMatch(/Tagged: +yes/);
    expect(facts).toMatch(/\(A4\)/);
    expect(facts).toMatch(/JavaScript: +no/);
    expect(facts).toMatch(new RegExp(`Pages: +${pages}\\b`));
    expect(Buffer.from(pdf).toString('latin1')).toContain('/Lang (en-US)');
    for (let page = 1; page <= pages; page++) {
      expect(askPoppler(pdf, 'pdftotext', ['-f', `${page}`, '-l', `${page}`, 'FILE', '-'])).toContain(
        `Page ${page} of ${pages}`,
      );
    }
  });

  it('embeds every font it uses, as a subset with its characters named', () => {
    const rows = askPoppler(pdf, 'pdffonts', ['FILE']).trim().split('\n').slice(2);
    expect(rows.length).toBeGreaterThan(3);
    for (const row of rows)
      expect(row).toMatch(/(InstrumentSans|IBMPlexMono)\S+ +CID TrueType +Identity-H +yes yes yes/);
  });

  it('gives a screen reader its headings, tables with their heads, and what figures show', () => {
    const tree = askPoppler(pdf, 'pdfinfo', ['-struct', 'FILE']);
    for (const tag of ['Document', 'H1', 'H2', 'H3', 'Table', 'THead', 'TBody', 'TH', 'TD', 'Figure', 'L', 'LI']) {
      expect(tree, tag).toMatch(new RegExp(`^ *${tag}\\b`, 'm'));
    }
    expect(tree.match(/^ *H1\b/gm)).toHaveLength(1);
    const raw = Buffer.from(pdf).toString('latin1');
    expect(raw).toContain('/Alt (4 of 5 stars)');
    expect(raw).toMatch(/\/Alt \(Ring of the incoming value: high risk 2\.5%/);
    expect(raw).toMatch(/\/Scope \/Column/);
    expect(raw).toMatch(/\/Scope \/Row/);
  });

  it('carries the certificate as it was signed, as the source of what it shows', () => {
    const { certificate } = inputOf();
    expect(Buffer.compare(attachmentOf(pdf), certificate)).toBe(0);
    expect(askPoppler(pdf, 'pdfdetach', ['-list', 'FILE'])).toContain('certificate.json');
    expect(Buffer.from(pdf).toString('latin1')).toMatch(/\/AFRelationship \/Source/);
    expect(text).toContain(createHash('sha256').update(certificate).digest('hex'));
  });

  it('shows risk by word, never by colour alone', () => {
    const evidence = askPoppler(pdf, 'pdftotext', ['-f', '3', '-l', '3', '-layout', 'FILE', '-']);
    for (const word of ['High risk, Example entity', 'Medium risk, Example entity', 'Low risk, Example entity']) {
      expect(evidence).toContain(word);
    }
  });

  it('says so where nothing is rated and nothing flowed', () => {
    const plain = textOf(renderReport(inputOf(NOT_RATED)).pdf);
    expect(plain).toContain('N/A');
    expect(plain.match(/No flow data/g)).toHaveLength(2);
    expect(plain).not.toMatch(/of 5 stars/);
  });
});

describe.skipIf(!hasPoppler)('a report with more evidence than fits a page', () => {
  const rows = Array.from({ length: 60 }, (_, index) => rowOf('gambling', 1 / 60, 3, `Entity ${index}`, 3));
  const { pdf, pages } = renderReport(inputOf(resultOf({ incoming: directionOf(rows) })));

  it('flows over pages, each with the heads of its table', () => {
    expect(pages).toBeGreaterThan(10);
    const inside = askPoppler(pdf, 'pdftotext', ['-f', '20', '-l', '20', '-layout', 'FILE', '-']);
    expect(inside).toMatch(/Evidence +Transaction, from and to +Amount and time/);
    const all = textOf(pdf);
    for (const row of rows) expect(all).toContain(row.entity);
  });

  it('does not grow without end: what is left out is in the attached certificate, and the page says so', () => {
    const many = Array.from({ length: 3_000 }, (_, index) => rowOf('gambling', 1 / 3_000, 3, `Entity ${index}`, 3));
    const large = renderReport(inputOf(resultOf({ incoming: directionOf(many) })));
    expect(large.pages).toBeLessThan(180);
    expect(textOf(large.pdf)).toMatch(/2600 more lines stand in the attached certificate\.json/);
  });
});
