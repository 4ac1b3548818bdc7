import { existsSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { startProduct, temporaryDataDir } from '../support/built-product.ts';
import { logLines } from '../support/log-lines.ts';

const FATAL = 60;

describe('a server that others could reach', () => {
  it.each([
    [
      { HOST: '0.0.0.0' },
      [
        'PUBLIC_URL must be an https address',
        'SMTP_URL must be set',
        'MAIL_FROM must be yours',
        'SUPPORT_EMAIL must be yours',
      ],
    ],
    [
      {
        PUBLIC_URL: 'http://assay.firm.example',
        SMTP_URL: 'smtp://u:secret@mail.firm.example',
        MAIL_FROM: 'a@firm.example',
      },
      ['PUBLIC_URL must be an https address'],
    ],
  ])('does not start with %j, says why, and touches no database', async (env, reasons) => {
    const { dataDir, remove } = await temporaryDataDir();
    const product = startProduct({ dataDir, env });
    product.opened.catch(() => undefined);
    expect(await product.exited).toBe(2);
    expect(logLines(product.stderr()).at(-1)).toMatchObject({
      level: FATAL,
      msg: expect.stringContaining('These settings are not safe to open to others'),
    });
    for (const reason of reasons) expect(product.said()).toContain(reason);
    expect(product.said()).not.toContain('secret');
    expect(existsSync(dataDir)).toBe(false);
    await remove();
  });
});
