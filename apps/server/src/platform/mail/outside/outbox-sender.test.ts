import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { outboxPage } from '../outbox-page.ts';
import { openOutbox } from './outbox-sender.ts';

const home = await mkdtemp(path.join(tmpdir(), 'assay-outbox-'));
afterAll(() => rm(home, { recursive: true, force: true }));

const MAIL = {
  to: 'mara@northledger.example',
  subject: 'Log in to Assay',
  text: 'Tap here:\nhttps://assay.example/confirm-link?link=a.b\n<script>alert(1)</script>\n',
  html: '<p>Tap here</p>',
  key: 'link:a',
  link: 'https://assay.example/confirm-link?link=a.b',
};

describe('the outbox of an installation without a mail server', () => {
  const said: string[] = [];
  const dir = path.join(home, 'data', 'outbox');
  const outbox = openOutbox({ dir, from: 'a@b.example', productName: 'Assay', out: (text) => said.push(text) });

  it('is empty where no mail was ever written', async () => {
    expect(await outbox.list()).toEqual([]);
  });

  it('keeps whole messages, readable by their owner alone, and says their links', async () => {
    await outbox.send(MAIL);
    const names = await readdir(dir);
    expect(names).toEqual([expect.stringMatching(/^[\d\-TZ]+-[0-9a-f]{6}\.eml$/)]);
    expect((await stat(path.join(dir, names[0] ?? ''))).mode & 0o777).toBe(0o600);
    expect((await stat(dir)).mode & 0o777).toBe(0o700);
    expect(said).toEqual([`Mail to ${MAIL.to}: ${MAIL.link}`]);
    const [kept] = await outbox.list();
    expect(kept).toMatchObject({ to: MAIL.to, subject: MAIL.subject, text: expect.stringContaining(MAIL.link) });
  });

  it('shows links as links and everything else as text, under a strict policy', async () => {
    const page = outboxPage('Assay', await outbox.list(), 'nonce-of-the-answer');
    expect(page).toContain(`<a href="${MAIL.link}">${MAIL.link}</a>`);
    expect(page).toContain('&#60;script&#62;alert(1)&#60;/script&#62;');
    expect(page).not.toMatch(/<script| style="| on\w+=/);
    expect(page.match(/<style nonce="nonce-of-the-answer">/g)).toHaveLength(1);
  });

  it('keeps the newest hundred', async () => {
    for (let turn = 0; turn < 102; turn += 1) await outbox.send({ ...MAIL, subject: `Mail ${turn}` });
    const kept = await outbox.list();
    expect(kept).toHaveLength(100);
    expect(kept.map(({ subject }) => subject)).toContain('Mail 101');
    expect(kept.map(({ subject }) => subject)).not.toContain('Mail 0');
  });
});
